"""Whatever a learner or a file contains is text: on no page does it become markup, and no script in it runs."""

import re
from urllib.parse import quote

from devices import DESKTOP
from media import png
from playwright.sync_api import expect

HOSTILE = [
    "<script>window.pwned = 1</script>",
    '"><img src=x onerror=window.pwned=1>',
    "</textarea><svg onload=window.pwned=1>",
    "</title><iframe srcdoc='<script>parent.pwned=1</script>'>",
    "'-window.pwned=1-'",
    "javascript:window.pwned=1",
    "<a href=javascript:window.pwned=1 onclick=window.pwned=1>x</a>",
    "{{c1::<img src=x onerror=window.pwned=1>}}",
    "</script><script>window.pwned = 1</script>",
    "&lt;img src=x onerror=window.pwned=1&gt;",
    "]]><!--<base href=//evil.example>",
    "\u202e<b onmouseover=window.pwned=1>\u2066",
    "<math><mtext><style><img src=x onerror=window.pwned=1></style>",
]
JSON = {"Accept": "application/json"}
LEAKED = """() => {
    const found = [...document.querySelectorAll("iframe, object, embed, base, math, style, marquee, img[src='x'], svg[onload]")];
    for (const element of document.querySelectorAll("*")) {
        for (const { name, value } of element.attributes) {
            if (name.startsWith("on") || /^\\s*javascript:/i.test(value) && /^(href|src|action|formaction)$/.test(name)) found.push(element);
        }
    }
    const scripts = [...document.scripts].filter((script) => !script.src && script.type !== "application/json");
    return [...found, ...scripts].map((element) => element.outerHTML.slice(0, 200)).concat(window.pwned ? ["a script ran"] : []);
}"""


def test_hostile_text_is_text_on_every_page(open_context, omena):
    page = open_context(**DESKTOP).new_page()
    page.on("dialog", lambda dialog: dialog.dismiss() or complaints.append("a dialog opened"))
    complaints = []

    def post(path, **fields):
        response = page.request.post(omena.url + path, form=fields, max_redirects=0)
        assert response.status == 303, f"{path}: {response.status}"
        return response

    def selected_deck(name):
        html = page.request.get(f"{omena.url}/cards/new?deck={quote(name)}").text()
        return re.search(r'<option value="(\d+)" selected>', html[html.index('id="deck"') :]).group(1)

    decks = []
    for n, text in enumerate(HOSTILE):
        name = f"{n} {text.replace('::', ':')}"
        post("/decks/new", name=name)
        decks.append(selected_deck(name))
        tags = ",".join(part for part in text.split() if "," not in part)
        post("/cards/new", type="1", deck=decks[-1], **{"f-1": f"{n} {text}", "f-2": text}, tags=tags)
    found = page.request.get(f"{omena.url}/api/v1/notes?limit={len(HOSTILE)}").json()["notes"]
    notes = [note["id"] for note in reversed(found)]
    # Note types: names, fields, templates and style sheets.
    page.goto(f"{omena.url}/types/new?from=1")
    page.get_by_label("Name", exact=True).fill(HOSTILE[1])
    page.get_by_label("Name of field 2").fill("<img src=x onerror=window.pwned=1>")
    page.get_by_label("Back of card 1").fill("{{Back}}<img src=x onerror=window.pwned=1><script>window.pwned=1</script>")
    page.get_by_text("Style sheet").click()
    page.get_by_role("textbox", name="Style sheet").fill("</style><script>window.pwned=1</script>")
    expect(page.locator("#preview")).to_contain_text("<math>")
    assert page.evaluate(LEAKED) == []
    page.get_by_role("button", name="Create", exact=True).click()
    expect(page.locator("#done")).to_contain_text(HOSTILE[1])
    kind = re.findall(r"/types/(\d{6,})", page.content())[-1]
    post(
        f"/cards/new?back=/cards",
        **{"type": kind, "deck": decks[0], "f-1": HOSTILE[0], "f-2": HOSTILE[1], "tags": "", "anyway": "on"},
    )
    # File names: of uploads, and in the text of a note.
    for n, text in enumerate(HOSTILE):
        answer = page.request.post(f"{omena.url}/media", params={"name": f"{text}.png"}, data=png(8, 8), headers=JSON)
        assert answer.ok and page.evaluate(LEAKED) == []
        post("/cards/new", **{"type": "1", "deck": decks[1], "f-1": f"file {n}", "f-2": text, "tags": "", "media-2": answer.json()["source"]})
    files = [note["id"] for note in page.request.get(f"{omena.url}/api/v1/notes?limit=2").json()["notes"]]
    tags = {tag for note in found for tag in note["tags"]}
    assert len(tags) > len(HOSTILE)
    post(f"/cards/{notes[2]}", do="delete")

    first = quote(f"0 {HOSTILE[0]}")
    paths = ["/", "/cards", "/decks", "/types", f"/types/{kind}", "/history", "/bin", "/settings", "/cards?select=on"]
    paths += [f"/cards?query={quote(text)}" for text in HOSTILE[:3]]
    paths += [f"/cards/replace?query={quote(HOSTILE[1])}", f"/cards/new?deck={first}&type={kind}"]
    paths += [f"/cards/{notes[n]}" for n in (0, 1, 3, 7)] + [f"/cards/{note}/card" for note in notes if note != notes[2]]
    paths += [f"/cards/{note}{way}" for note in files for way in ("", "/card")]
    paths += ["/tags"] + [f"/tags/{quote(tag, safe='')}" for tag in sorted(tags)[:6]]
    paths += [f"/decks/{decks[n]}{way}" for n in (0, 1, 6) for way in ("", "/options")]
    paths += [f"/study/{mode}?deck={first}" for mode in ("browse", "learn", "race", "review", "quiz")]
    for path in paths:
        page.goto(omena.url + path)
        page.wait_for_load_state("load")
        assert page.evaluate(LEAKED) == [], path
    page.goto(f"{omena.url}/cards?sort=oldest&query={quote('img')}")
    page.locator(".open-card").first.click()
    expect(page.locator("dialog .scene")).to_be_visible()
    page.keyboard.press("Enter")
    assert page.evaluate(LEAKED) == []
    page.goto(f"{omena.url}/study/browse?deck={first}")
    page.keyboard.press("Space")
    expect(page.locator(".scene[data-depth='0'] .word").first).to_contain_text("<script>")
    assert page.evaluate(LEAKED) == []
    assert complaints == []
