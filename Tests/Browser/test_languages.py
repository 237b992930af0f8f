"""A learner chooses which languages a deck asks, and in which script: by touch, keyboard and screen reader."""

import sqlite3

import pytest
from accessibility import violations
from playwright.sync_api import expect

WORDS = "First words"


@pytest.fixture
def words(omena):
    """The address of the options of the multilingual deck."""
    library = sqlite3.connect(omena.library)
    number = library.execute("SELECT id FROM deck WHERE name = ?", [WORDS]).fetchone()[0]
    library.close()
    return f"/decks/{number}/options"


def stored_setting(omena, name):
    library = sqlite3.connect(omena.library)
    row = library.execute("SELECT settings ->> ? FROM deck WHERE name = ?", [f"$.{name}", WORDS]).fetchone()
    library.close()
    return row[0]


def open_options(table, words):
    table.page.goto(table.omena.url + words)
    return table.page


def save(page):
    page.get_by_role("button", name="Save", exact=True).last.click()
    page.wait_for_url(lambda url: "/decks/" not in url)


def test_each_kind_of_choice_can_be_made_by_touch(phone, omena, words):
    kinds = [
        ("Every pair", {}, "all"),
        ("One to one", {"Question language": ["French"], "Answer language": ["Japanese"]}, "oneToOne:fr:ja"),
        ("One to all", {"Question language": ["Korean"]}, "oneToAll:ko"),
        ("All to one", {"Answer language": ["Ukrainian"]}, "allToOne:uk"),
        ("Chosen", {"Which languages": ["Japanese", "French"]}, "symmetricSubset:fr,ja,uk"),
    ]
    for kind, choices, text in kinds:
        page = open_options(phone, words)
        page.get_by_role("radio", name=kind, exact=True).tap()
        groups = page.get_by_role("group").filter(has=page.locator(".opt"))
        expect(groups).to_have_count(len(choices))
        for group, languages in choices.items():
            for language in languages:
                page.get_by_role("group", name=group).get_by_label(language).tap()
        # Not every note has a word in Korean.
        both = {"One to one": "345 cards have both languages", "One to all": "344 cards will be asked"}.get(kind, "345 cards will be asked")
        expect(page.locator("#choice-says")).to_have_text(both)
        assert violations(page) == []
        save(page)
        assert stored_setting(omena, "languageChoice") == text

    page = open_options(phone, words)
    expect(page.get_by_role("radio", name="Chosen", exact=True)).to_be_checked()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(3)


def test_an_invalid_choice_by_keyboard_is_explained(desktop, omena, words):
    page = open_options(desktop, words)
    page.get_by_role("radio", name="One to one", exact=True).focus()
    asked = page.get_by_role("group", name="Answer language").get_by_label("English")
    asked.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Choose two different languages.")).to_be_visible()

    page.get_by_role("radio", name="One to one", exact=True).focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Chosen", exact=True)).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Chinese").locator("visible=true")).to_be_focused()
    ticked = page.get_by_role("checkbox", checked=True)
    for left in (1, 0):
        ticked.first.focus()
        page.keyboard.press("Space")
        expect(ticked).to_have_count(left)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Choose at least two languages.")).to_be_visible()
    assert stored_setting(omena, "languageChoice") == "oneToOne:en:fi"


def test_an_unreadable_choice_is_shown_and_preserved(desktop, omena, words):
    library = sqlite3.connect(omena.library)
    library.execute(
        "UPDATE deck SET settings = json_set(settings, '$.languageChoice', 'someToNone:<b>') WHERE name = ?", [WORDS]
    )
    library.commit()
    library.close()

    page = open_options(desktop, words)
    expect(page.get_by_text("someToNone:<b>")).to_be_visible()
    page.get_by_label("New cards per day").fill("7")
    save(page)

    assert stored_setting(omena, "languageChoice") == "someToNone:<b>"
    assert stored_setting(omena, "newLimit") == 7


def test_french_asks_for_japanese_then_for_romaji(desktop, phone, omena, words):
    def choose(script):
        page = open_options(desktop, words)
        page.get_by_role("radio", name="One to one", exact=True).check()
        page.get_by_role("group", name="Question language").get_by_label("French").check()
        page.get_by_role("group", name="Answer language").get_by_label("Japanese").check()
        page.get_by_role("group", name="Script for Japanese").get_by_label(script).check()
        save(page)

    def faces():
        library = sqlite3.connect(omena.library)
        rows = library.execute("SELECT face, stage, reviews, due FROM card WHERE note IS NOT NULL ORDER BY face").fetchall()
        library.close()
        return {face: rest for face, *rest in rows}

    def grade_one(table):
        table.study("review", WORDS)
        front = table.page.locator(".scene[data-depth='0'] .front .word")
        expect(front).to_have_attribute("lang", "fr")
        table.press("Show answer")
        answer = table.page.locator(".scene[data-depth='0'] .back .word")
        language = answer.get_attribute("lang")
        table.press("Easy")
        table.keeps(1)
        return language

    choose("漢字かな")
    assert grade_one(desktop) == "ja"
    before = faces()
    assert set(before) == {"fr>ja"}

    choose("Rōmaji")
    assert stored_setting(omena, "scriptChoice") == "ja:Latn"
    assert grade_one(phone) == "ja-Latn"

    after = faces()
    assert set(after) == {"fr>ja", "fr>ja-Latn"}
    assert after["fr>ja"] == before["fr>ja"]


def test_an_open_session_follows_the_choice(phone, desktop, omena, words):
    def choose(page, script):
        page.goto(omena.url + words)
        page.get_by_role("radio", name="One to one", exact=True).check()
        page.get_by_role("group", name="Question language").get_by_label("French").check()
        page.get_by_role("group", name="Answer language").get_by_label("Japanese").check()
        page.get_by_role("group", name="Script for Japanese").get_by_label(script).check()
        save(page)

    def answer():
        phone.press("Show answer")
        language = phone.page.locator(".scene[data-depth='0'] .back .word").get_attribute("lang")
        phone.press("Easy")
        return language

    choose(desktop.page, "漢字かな")
    phone.study("review", WORDS)
    assert [answer(), answer()] == ["ja", "ja"]
    phone.shows_done(2, 20)
    phone.keeps(2)

    # Another tab chooses another script; the open page follows when the learner returns to it.
    choose(desktop.page, "Rōmaji")
    phone.hide()
    with phone.page.expect_navigation():
        phone.hide(False)
    phone.is_ready()
    phone.shows_done(2, 20)
    assert [answer(), answer()] == ["ja-Latn", "ja-Latn"]
    phone.keeps(4)

    library = sqlite3.connect(omena.library)
    rows = library.execute("SELECT face, count(*), count(DISTINCT note), sum(reviews) FROM card GROUP BY face").fetchall()
    library.close()
    assert rows == [("fr>ja", 2, 2, 2), ("fr>ja-Latn", 2, 2, 2)]


CATALOG = """{
  "sourceLanguage" : "en",
  "strings" : {
    "apple" : {
      "localizations" : {
        "fi" : { "stringUnit" : { "state" : "translated", "value" : "omena" } },
        "ja-JP" : { "stringUnit" : { "state" : "needs_review", "value" : "ringo" } }
      }
    },
    "pear" : { "extractionState" : "manual" }
  },
  "version" : "1.0"
}
"""


def test_a_catalog_is_previewed_imported_and_exported_unchanged(desktop, omena, tmp_path):
    page = desktop.page
    file = tmp_path / "Fruit.xcstrings"
    file.write_text(CATALOG)
    broken = tmp_path / "Broken.xcstrings"
    broken.write_text(CATALOG.replace('"strings" : {', '"strings" : {,'))

    page.goto(f"{omena.url}/decks")
    page.get_by_role("link", name="Import").click()
    page.get_by_label("File").set_input_files(broken)
    expect(page.get_by_role("alert").filter(has_text="Line 3, column 16")).to_be_visible()
    expect(page.locator("#save")).to_be_disabled()

    page.get_by_label("Import into deck").fill("Fruit")
    page.get_by_label("File").set_input_files(file)
    expect(page.get_by_text("2 new cards in a new deck.")).to_be_visible()
    page.get_by_text("2 languages").click()
    page.get_by_label("Read ja-JP as").fill("ja-Latn")
    expect(page.get_by_text("Japanese (romaji)")).to_be_visible()
    assert violations(page) == []
    expect(page.locator("#save")).to_be_enabled()
    page.locator("#save").click()
    expect(page.get_by_text("Imported Fruit.xcstrings into “Fruit”")).to_be_visible()
    page.get_by_role("link", name="Done").click()

    page.get_by_role("link", name="Options for Fruit").click()
    page.get_by_role("link", name="Export").click()
    page.get_by_role("radio", name="String catalog").check(force=True)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert download.value.suggested_filename == "Fruit.xcstrings"
    assert download.value.path().read_text() == CATALOG
    library = sqlite3.connect(omena.library)
    tags = library.execute("SELECT languages, language_set.notes FROM language_set JOIN deck ON deck.id = deck WHERE name = 'Fruit'")
    assert sorted(tags.fetchall()) == [("en", 1), ("en,fi,ja-Latn", 1)]
    library.close()

    page.go_back()
    page.goto(f"{omena.url}/decks")
    page.goto(f"{omena.url}/history")
    page.get_by_role("button", name="Undo").first.click()
    page.goto(f"{omena.url}/decks")
    expect(page.get_by_text("Fruit")).to_have_count(0)


VOICES = """
    const voices = [["Anna", "fi-FI"], ["Satu", "fi-FI"], ["Pierre", "fr_FR"]].map(([name, lang]) => ({ name, lang, voiceURI: name }));
    window.said = [];
    window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    Object.defineProperty(window, "speechSynthesis", { value: {
        getVoices: () => voices, addEventListener() {}, cancel() {}, speak({ text, voice }) { said.push([text, voice.name]); },
    } });
"""


def test_a_voice_is_remembered_in_this_browser(desktop, omena):
    page = desktop.page
    page.goto(f"{omena.url}/settings")
    expect(page.locator("#voices")).to_be_hidden()

    page.add_init_script(VOICES)
    page.reload()
    panel = page.get_by_role("region", name="Voices")
    expect(panel.get_by_role("combobox")).to_have_count(2)
    panel.get_by_label("Finnish").select_option("Satu")
    assert page.evaluate("said") == [["Suomi", "Satu"]]
    assert violations(page) == []

    page.reload()
    expect(panel.get_by_label("Finnish")).to_have_value("Satu")
    desktop.study("browse", WORDS)
    page.keyboard.press("Space")
    expect(desktop.page.locator(".scene[data-depth='0'] .back .speak")).to_be_visible()
    page.keyboard.press("r")
    desktop.until("() => said.length > 0")
    assert page.evaluate("said")[0][1] == "Satu"


def test_a_voice_reads_only_its_own_script(desktop, omena):
    ask_in_shahmukhi_for_japanese(omena)
    desktop.page.add_init_script(VOICES.replace("[[", '[["Jasleen", "pa-IN"], ["Kyoko", "ja-JP"], ['))
    desktop.study("browse", WORDS)
    desktop.page.keyboard.press("Space")
    expect(desktop.page.locator(".scene[data-depth='0'] .back .speak")).to_be_visible()
    expect(desktop.page.locator(".scene[data-depth='0'] .front .speak")).to_be_hidden()


def ask_in_shahmukhi_for_japanese(omena):
    library = sqlite3.connect(omena.library)
    settings = "json_set(settings, '$.languageChoice', 'oneToOne:pa-Arab:ja', '$.scriptChoice', 'pa:Arab')"
    library.execute(f"UPDATE deck SET settings = {settings} WHERE name = ?", [WORDS])
    library.commit()
    library.close()


def test_readings_are_shown_above_a_text_and_read_aloud_once(phone, omena, words):
    ask_in_shahmukhi_for_japanese(omena)
    phone.settle(rubyJapanese=True)
    page = phone.page

    page.goto(f"{omena.url}/cards?query=deck:%22First words%22 水")
    row = page.locator(".card-row").first
    expect(row.locator("rt")).to_have_text("みず")
    assert row.locator("rt").get_attribute("aria-hidden") == "true"
    # A right-to-left language asks, a left-to-right one answers.
    assert row.locator(".p").evaluate("(text) => getComputedStyle(text).direction") == "rtl"
    assert row.locator(".a").evaluate("(text) => getComputedStyle(text).direction") == "ltr"
    row.locator(".open-card").tap()
    face = page.locator("#sheet .scene .back .word")
    expect(face.locator("rt")).to_have_text("みず")
    page.locator("#sheet .scene").tap()
    expect(page.locator("#sheet").get_by_role("button", name="水", exact=False).first).to_be_visible()
    assert "みず" not in page.locator("#sheet .back .face-hit").evaluate("(face) => face.ariaLabel ?? ''")
    assert violations(page) == []


def test_languages_of_the_form_can_be_reordered(desktop, omena, words):
    page = desktop.page

    # A deck that asks all languages folds none of them away.
    library = sqlite3.connect(omena.library)
    with library:
        library.execute("UPDATE deck SET settings = json_set(settings, '$.languageChoice', 'all') WHERE name = ?", [WORDS])
    library.close()

    def order():
        return page.locator("textarea[name^='f-']").evaluate_all("(all) => all.map((field) => field.name.slice(2))")

    note = omena.read("SELECT note.id FROM note JOIN deck ON deck.id = note.deck WHERE deck.name = ? ORDER BY note.id LIMIT 1", WORDS)
    page.goto(f"{omena.url}/cards/{note}")
    before = order()
    assert before == sorted(before)

    # By keyboard, twice in a row: the moved control keeps the focus, and the typed text stays.
    page.locator("[name='f-fi']").fill("uusi sana")
    raised = page.get_by_role("button", name="Move Finnish up")
    position = before.index("fi")
    for step in (1, 2):
        raised.focus()
        page.keyboard.press("Enter")
        expect(page.locator("textarea[name^='f-']").nth(position - step)).to_have_attribute("name", "f-fi")
        expect(raised).to_be_focused()
    expect(page.locator("[name='f-fi']")).to_have_value("uusi sana")
    assert violations(page) == []
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(lambda url: f"/cards/{note}" not in url)

    # It applies to the deck: to its other notes, and to new ones.
    other = omena.read("SELECT note.id FROM note JOIN deck ON deck.id = note.deck WHERE deck.name = ? ORDER BY note.id DESC LIMIT 1", WORDS)
    wanted = [*before[: position - 2], "fi", *before[position - 2 : position], *before[position + 1 :]]
    page.goto(f"{omena.url}/cards/{other}")
    assert [tag for tag in order() if tag in wanted] == [tag for tag in wanted if tag in order()]
    page.goto(f"{omena.url}/cards/new?deck=First%20words&type=5")
    assert [tag for tag in order() if tag in wanted] == [tag for tag in wanted if tag in order()]
