"""Cards of an Anki package that try to run scripts or contact other hosts: nothing runs and nobody is contacted, wherever they are shown.

The pages' policy would stop most of it, but even the policy must find nothing to stop, or the browser would log an
error (`open_context` listens).
"""

import pytest
import vectors
from devices import DESKTOP
from packages import Package
from playwright.sync_api import expect

LEAKED = """() => {
    const found = [];
    const look = (root, isCard) => {
        for (const element of root.querySelectorAll("*")) {
            const bad = "script, iframe, frame, object, embed, base, meta, form, svg:not(.io-frame svg), style, template, textarea, select";
            if (isCard && element.matches(bad)) found.push(element);
            if (isCard && element.matches("link") && new URL(element.href).origin !== location.origin) found.push(element);
            for (const { name, value } of element.attributes) {
                if (name.startsWith("on") || name === "srcset" || name === "srcdoc") found.push(element);
                if (isCard && name === "href" && !element.matches("link") && !/^(https?|mailto):/i.test(value)) found.push(element);
                if (isCard && name === "src" && !value.startsWith("/media/")) found.push(element);
            }
            if (element.shadowRoot) look(element.shadowRoot, true);
        }
    };
    look(document, false);
    return found.map((element) => element.outerHTML.slice(0, 200)).concat(window.pwned ? ["a script ran"] : []);
}"""
OUTSIDE = """() => [...document.querySelectorAll(".html-side")].filter((side) => {
    const [inner, outer] = [side, side.closest(".face")].map((element) => element.getBoundingClientRect());
    return inner.width > outer.width + 1 || getComputedStyle(side).position !== "relative" || getComputedStyle(side).display === "none";
}).length"""


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    package = Package(tmp_path_factory.mktemp("hostile"), "Hostile")
    kind = package.kind("Fields", ["Front", "Back"], "{{Front}}", "{{FrontSide}}<hr id=answer>{{Back}}{{hint:Back}}", vectors.SHEET)
    for number, vector in enumerate(vectors.ALL):
        package.add(kind, f"{number} {vector}", vector)
    wild = package.kind(
        "Templates",
        ["Front", "Back"],
        "{{Front}}" + "".join(vectors.HANDLERS) + "".join(vectors.SCRIPTS[:8]),
        "{{Back}}" + "".join(vectors.ADDRESSES + vectors.REQUESTS),
        vectors.SHEET,
    )
    package.add(wild, "templates", "back")
    gaps = package.kind("Gaps", ["Text"], "{{cloze:Text}}", "{{cloze:Text}}", vectors.SHEET, cloze=True)
    package.add(gaps, f"{{{{c1::{vectors.HANDLERS[0]}::{vectors.HANDLERS[7]}}}}}")
    package.exported()
    return package


@pytest.fixture
def hostile(omena, package):
    """The number of cards."""
    package.import_into(omena)
    return len(vectors.ALL) + 2


def test_nothing_in_a_card_runs_or_contacts_anybody(open_context, omena, hostile):
    page = open_context(**DESKTOP, reduced_motion="reduce").new_page()
    dialogs = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message) or dialog.dismiss())

    page.goto(f"{omena.url}/study/browse?deck=Hostile")
    for number in range(hostile):
        expect(page.locator("#main")).to_contain_text(f"{number + 1} of {hostile}")
        top = page.locator(".scene[data-depth='0']")
        expect(top.locator(".html-side.of-front, .face:not(.is-html)").first).to_be_attached()
        page.keyboard.press("Space")
        assert page.evaluate(LEAKED) == [], number
        assert page.evaluate(OUTSIDE) == 0, number
        page.keyboard.press("ArrowRight")

    for mode in ("learn", "race", "review", "quiz"):
        page.goto(f"{omena.url}/study/{mode}?deck=Hostile")
        expect(page.locator(".scene[data-depth='0']")).to_be_visible()
        assert page.evaluate(LEAKED) == [], mode

    page.goto(f"{omena.url}/cards?query=deck:Hostile")
    assert page.evaluate(LEAKED) == []
    page.locator("a.open-card").first.click()
    for _ in range(12):
        expect(page.locator("dialog .html-side.of-front")).to_be_attached()
        page.keyboard.press("Enter")
        assert page.evaluate(LEAKED) == []
        page.keyboard.press("ArrowRight")

    notes = page.request.get(f"{omena.url}/api/v1/notes?query=deck:Hostile&limit=3").json()["notes"]
    kinds = {note["type"] for note in notes if "type" in note}
    paths = [f"/cards/{note['id']}" for note in notes] + [f"/cards/{note['id']}/card" for note in notes]
    for path in [*paths, "/types"]:
        page.goto(omena.url + path)
        assert page.evaluate(LEAKED) == [], path
    for link in page.locator("a[href^='/types/']").all():
        kinds.add(link.get_attribute("href"))
    for path in [kind for kind in kinds if str(kind).startswith("/types/")]:
        page.goto(omena.url + path.split("?")[0])
        page.wait_for_load_state("load")
        assert page.evaluate(LEAKED) == [], path
    assert dialogs == []


def test_an_authors_style_sheet_affects_only_the_card(open_context, omena, hostile):
    page = open_context(**DESKTOP).new_page()

    page.goto(f"{omena.url}/study/browse?deck=Hostile")
    side = page.locator(".scene[data-depth='0'] .html-side.of-front")
    expect(side).to_be_visible()
    colour = "element => getComputedStyle(element.shadowRoot.querySelector('.card')).color"
    expect(side).to_have_js_property("isConnected", True)
    page.wait_for_function("() => getComputedStyle(document.querySelector('.html-side').shadowRoot.querySelector('.anki-html')).visibility === 'visible'")
    assert side.evaluate(colour) == "rgb(1, 2, 3)"
    sheet = side.evaluate("element => [...element.shadowRoot.querySelectorAll('link')].map((link) => link.href).find((href) => href.includes('/sheets/'))")
    answer = page.request.get(sheet)
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert "immutable" in answer.headers["cache-control"]
    text = answer.text()
    assert not any(word in text for word in ("evil", "@import", "@font-face", "url(", ":host", "expression", "<"))
