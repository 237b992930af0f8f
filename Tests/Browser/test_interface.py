"""The interface speaks the reader's language everywhere: tested in a pseudo-language that shows what is not translated."""

import itertools
import json
import re
import sqlite3

import pytest
from accessibility import finish_animations, violations
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from table import Table

# The learner's own words have no Latin letter here, so that every visible one belongs to the interface.
DECK = "Дім"
NOTES = [
    ("Basic", {"Front": "кіт", "Back": "猫"}),
    ("Basic", {"Front": "хата", "Back": "家"}),
    ("Cloze", {"Text": "Це {{c1::хата}}."}),
    ("Languages", {"uk": "вода", "ja": "水"}),
    ("Languages", {"uk": "сонце", "ja": "太陽"}),
]

# Everything that is or may come to be on the page, including hidden, folded and template content.
SPOKEN = """() => {
    const found = [];
    const silent = "script, style, kbd, .kbd, code, textarea, noscript, [lang]:not(html):not([lang='en-XA'])";
    const walk = (root) => {
        const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
        for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
            const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
            if (element?.closest(silent)) continue;
            if (node.nodeType === Node.TEXT_NODE) found.push(node.data.trim());
            else {
                for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"]) {
                    if (node.hasAttribute(name)) found.push(node.getAttribute(name));
                }
                if (node.localName === "template") walk(node.content);
                if (node.shadowRoot) walk(node.shadowRoot);
            }
        }
    };
    found.push(document.title);
    walk(document.body);
    return [...new Set(found)];
}"""

# Texts that are the same in every language: names, addresses, language tags, the query syntax.
NAMES = r"Omena|omena|https?://\S+|(?<!\w)/\S+|^[a-z]{2,3}(-[A-Z][a-z]{3})?$|due, new, learn, review, suspended, buried, leech"


def english(page):
    """The texts of the page that were not translated."""
    texts = (re.sub(NAMES, "", text) for text in page.evaluate(SPOKEN))
    return {text for text in texts if re.search(r"[A-Za-z]{2}", text)}


@pytest.fixture
def deck_ids(omena):
    """A library whose own words contain no Latin letter; the ids of its decks by name."""

    def ask(method, path, body=None):
        headers = {"Content-Type": "application/json", "Origin": omena.url}
        status, _, answer = omena.request(method, f"/api/v1/{path}", body and json.dumps(body), headers)
        assert status < 300, answer
        return json.loads(answer) if answer else None

    for deck in ask("GET", "decks"):
        ask("DELETE", f"decks/{deck['id']}")
    connection = sqlite3.connect(omena.library)
    connection.executescript("DELETE FROM journal; DELETE FROM note")
    connection.close()
    ask("POST", "decks", {"name": DECK})
    for kind, fields in NOTES:
        ask("POST", "notes", {"type": kind, "deck": DECK, "fields": fields, "tags": ["їжа"]})
    return {deck["name"]: deck["id"] for deck in ask("GET", "decks")}


def test_nothing_is_left_in_english(open_context, omena, deck_ids):
    context = open_context(**DESKTOP, extra_http_headers={"Accept-Language": "en-XA"})
    page = context.new_page()
    left = {}

    def look(where):
        for text in english(page):
            left.setdefault(text, where)

    def go(path):
        page.goto(omena.url + path)
        look(path)

    deck = f"/decks/{deck_ids[DECK]}"
    notes = omena.get("/api/v1/notes")
    ids = [note["id"] for note in json.loads(notes[2])["notes"]]
    for path in ["/", "/cards", "/cards?select", "/cards?query=is:nothing+(", "/cards/new", "/bin", "/history",
                 "/types", "/types/1", "/types/4", "/types/5", "/types/new?from=1", "/decks", "/decks/new", deck, f"{deck}/options",
                 f"/cards/replace?query=deck:{DECK}", "/cards/drafts?notes=" + ",".join(ids), "/settings",
                 "/settings/generate", "/settings/sync", "/import", "/pair", "/nothing", "/offline"]:
        go(path)
    for note in ids:
        go(f"/cards/{note}")
        go(f"/cards/{note}/card")
    for path in (f"/cards/new?type={number}" for number in range(1, 7)):
        go(path)
    # The names of a note type's templates are the learner's, who may change them here.
    left = {text: where for text, where in left.items() if not where.startswith("/types/") or ": " not in text}
    for mode in ("browse", "learn", "race", "quiz", "review"):
        go(f"/study/{mode}?deck={DECK}")
        page.locator("main[data-state]:not([data-state=loading])").wait_for()
        page.keyboard.press("Space")
        look(f"{mode}, turned")
        page.keyboard.press("?")
        look(f"{mode}, the keys")

    assert not left, "\n".join(f"{where}: {text}" for text, where in left.items())


def test_a_mirrored_page_fits_and_is_accessible(open_context, omena):
    context = open_context(**PHONE, extra_http_headers={"Accept-Language": "ar-XB"})
    page = context.new_page()
    for path in ["/", "/cards", "/cards/new?type=5", "/decks", "/history", "/settings", "/settings/generate",
                 "/settings/sync", "/study/review?deck=First%20words", "/statistics", "/statistics/scheduler"]:
        page.goto(omena.url + path)
        page.locator("main:not([data-state=loading])").wait_for()
        assert page.evaluate("getComputedStyle(document.documentElement).direction") == "rtl"
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"], path
        assert violations(page) == [], path
    # Rows begin where the page does, whatever their script.
    page.goto(f"{omena.url}/cards")
    gap = page.locator(".open-card .p").first.evaluate("""line => {
        const text = document.createRange();
        text.selectNodeContents(line);
        return line.closest(".card-row").getBoundingClientRect().right - text.getBoundingClientRect().right;
    }""")
    assert 12 < gap < 24
    # So do the answers of a quiz, each beside its number.
    page.goto(f"{omena.url}/study/quiz?deck=First%20words")
    expect(page.locator(".choice:visible")).to_have_count(4)
    gaps = page.locator(".choice:visible").evaluate_all("""choices => choices.map((choice) => {
        const text = document.createRange();
        text.selectNodeContents(choice.querySelector(".txt"));
        return choice.querySelector(".key").getBoundingClientRect().left - text.getBoundingClientRect().right;
    })""")
    assert gaps and all(0 < gap < 24 for gap in gaps)
    # Progress grows from there, with the leaf at its tip.
    page.keyboard.press("1")
    page.wait_for_function("() => parseFloat(getComputedStyle(document.querySelector('.progress')).getPropertyValue('--p')) > 0")
    finish_animations(page)
    assert page.evaluate("""() => {
        const sides = getComputedStyle(document.querySelector(".progress i")).clipPath.split(" ");
        const leaf = getComputedStyle(document.querySelector(".progress"), "::after").translate;
        return sides.findIndex((side) => side.includes("%")) === 3 && parseFloat(leaf) < 0;
    }""")
    # Forward points to the left, in a session too.
    page.goto(f"{omena.url}/study/browse?deck=First%20words")
    page.locator("main:not([data-state=loading])").wait_for()
    icons = page.locator("main .ico:visible:has([href='#i-next'], [href='#i-back'], [href='#i-arrow'])")
    assert icons.count() >= 3
    assert set(icons.evaluate_all("icons => icons.map((icon) => getComputedStyle(icon).scale)")) == {"-1 1"}


@pytest.mark.parametrize("language", ["fr", "uk"])
def test_the_buttons_under_a_card_fit_their_labels(open_context, omena, language):
    page = open_context(**PHONE, extra_http_headers={"Accept-Language": language}).new_page()
    page.goto(omena.url + "/cards")
    page.goto(omena.url + page.locator("a[href^='/cards/'][href*='/card?']").first.get_attribute("href"))
    ways = page.locator(".card-actions .btn")
    assert ways.count() == 3
    boxes = ways.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
    for one, other in itertools.combinations(boxes, 2):
        assert one["right"] <= other["left"] or one["bottom"] <= other["top"], (one, other)
    assert all(0 <= box["left"] and box["right"] <= PHONE["viewport"]["width"] for box in boxes)


def test_the_browsers_language_is_used_unless_the_learner_chose_one(open_context, omena):
    context = open_context(**PHONE, service_workers="allow", extra_http_headers={"Accept-Language": "de, fr;q=0.8, uk;q=0.5"})
    table = Table(context.new_page(), omena)
    page = table.page
    table.home()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    table.until("() => navigator.serviceWorker.controller?.state === 'activated'")
    french = omena.get("/worker.js", **{"Accept-Language": "fr"})[2]
    page.goto(omena.url + "/settings")

    # The choice is far down the page, which does not scroll.
    choice = page.get_by_label("Langue de l’interface")
    choice.scroll_into_view_if_needed()
    choice.select_option("uk")
    expect(page.locator("html")).to_have_attribute("lang", "uk")
    choice = page.get_by_label("Мова інтерфейсу")
    expect(choice).to_be_focused()
    expect(choice).to_have_value("uk")
    expect(choice).to_be_in_viewport()

    # Without a network the chosen language stays.
    assert omena.get("/worker.js", **{"Accept-Language": "fr"})[2] != french
    table.until("async () => (await (await caches.match('/offline'))?.text())?.includes('lang=\"uk\"') === true")
    assert "lang=\"uk\"" in omena.get("/", **{"Accept-Language": "fr"})[2].decode()
    choice.select_option("")
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_the_first_visit_asks_which_languages_the_learner_speaks_and_learns(open_context, omena):
    page = open_context(**PHONE, extra_http_headers={"Accept-Language": "fr"}).new_page()
    page.goto(omena.url)
    panel = page.get_by_role("region", name="Bienvenue dans Omena")
    expect(panel.get_by_label("Je parle")).to_have_value("fr")
    panel.get_by_label("J’apprends").select_option("fr")
    panel.get_by_role("button", name="Apprendre les premiers mots").click()
    expect(panel.get_by_role("alert")).to_have_text("Choisissez deux langues différentes.")
    assert violations(page) == []

    panel.get_by_label("J’apprends").select_option("ja")
    panel.get_by_role("button", name="Apprendre les premiers mots").click()
    page.wait_for_url("**/welcome/words/*")
    library = sqlite3.connect(omena.library)
    choice = library.execute("SELECT settings ->> '$.languageChoice' FROM deck WHERE name = 'Premiers mots en japonais'").fetchone()
    library.close()
    assert choice == ("oneToOne:fr:ja",)
    page.goto(omena.url)
    expect(page.get_by_role("heading", name="Paquets")).to_be_visible()
    expect(panel).to_have_count(0)


def test_the_first_visit_can_be_skipped(phone, omena):
    phone.home()
    panel = phone.page.get_by_role("region", name="Welcome to Omena")
    panel.get_by_role("button", name="Not now").tap()
    expect(panel).to_have_count(0)
    expect(phone.page.get_by_role("heading", name="Decks")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr", "ja", "ko", "pa", "uk"])
def test_buttons_of_a_session_fit_their_labels(open_context, omena, language):
    page = open_context(**PHONE, extra_http_headers={"Accept-Language": language}).new_page()
    for mode in ("learn", "review"):
        page.goto(f"{omena.url}/study/{mode}?deck=First%20words")
        page.locator("main:not([data-state=loading])").wait_for()
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 780})
            outside = page.locator(".controls .btn:visible").evaluate_all(
                "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1"
                " || one.getBoundingClientRect().right > one.closest('.controls').getBoundingClientRect().right + 1)"
                ".map((one) => one.innerText)"
            )
            assert outside == [], (mode, width)
