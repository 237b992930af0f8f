"""A learner chooses which languages a deck asks, and in which script: by touch, by keyboard and by what is heard."""

import sqlite3

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

axe = Axe()
WORDS = "First words"


@pytest.fixture
def words(omena):
    """The address of the options of the deck that is in many languages."""
    library = sqlite3.connect(omena.library)
    number = library.execute("SELECT id FROM deck WHERE name = ?", [WORDS]).fetchone()[0]
    library.close()
    return f"/decks/{number}"


def kept(omena, name):
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


def test_five_kinds_by_touch(phone, omena, words):
    kinds = [
        ("All", {}, "all"),
        ("One to one", {"Asked in": ["French"], "Answered in": ["Japanese"]}, "oneToOne:fr:ja"),
        ("One to all", {"Asked in": ["Korean"]}, "oneToAll:ko"),
        ("All to one", {"Answered in": ["Ukrainian"]}, "allToOne:uk"),
        ("Some", {"Which languages": ["Japanese", "French"]}, "symmetricSubset:fr,ja,uk"),
    ]
    for kind, choices, text in kinds:
        page = open_options(phone, words)
        page.get_by_role("radio", name=kind, exact=True).tap()
        groups = page.get_by_role("group").filter(has=page.locator(".opt"))
        expect(groups).to_have_count(len(choices))
        for group, languages in choices.items():
            for language in languages:
                page.get_by_role("group", name=group).get_by_label(language).tap()
        assert axe.run(page).violations_count == 0
        save(page)
        assert kept(omena, "languageChoice") == text

    page = open_options(phone, words)
    expect(page.get_by_role("radio", name="Some", exact=True)).to_be_checked()
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(3)


def test_a_choice_by_keyboard_says_what_is_wrong(desktop, omena, words):
    page = open_options(desktop, words)
    page.get_by_role("radio", name="One to one", exact=True).focus()
    asked = page.get_by_role("group", name="Answered in").get_by_label("English")
    asked.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Choose two different languages.")).to_be_visible()

    page.get_by_role("radio", name="One to one", exact=True).focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Some", exact=True)).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Chinese").locator("visible=true")).to_be_focused()
    ticked = page.get_by_role("checkbox", checked=True)
    for left in (1, 0):
        ticked.first.focus()
        page.keyboard.press("Space")
        expect(ticked).to_have_count(left)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="Choose at least two languages.")).to_be_visible()
    assert kept(omena, "languageChoice") == "oneToOne:en:fi"


def test_an_unreadable_choice_is_shown_and_kept(desktop, omena, words):
    library = sqlite3.connect(omena.library)
    library.execute(
        "UPDATE deck SET settings = json_set(settings, '$.languageChoice', 'someToNone:<b>') WHERE name = ?", [WORDS]
    )
    library.commit()
    library.close()

    page = open_options(desktop, words)
    expect(page.get_by_text("someToNone:<b>")).to_be_visible()
    page.get_by_label("New cards a day").fill("7")
    save(page)

    assert kept(omena, "languageChoice") == "someToNone:<b>"
    assert kept(omena, "newLimit") == 7


def test_french_asks_for_japanese_then_for_romaji(desktop, phone, omena, words):
    def choose(script):
        page = open_options(desktop, words)
        page.get_by_role("radio", name="One to one", exact=True).check()
        page.get_by_role("group", name="Asked in").get_by_label("French").check()
        page.get_by_role("group", name="Answered in").get_by_label("Japanese").check()
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
    assert kept(omena, "scriptChoice") == "ja:Latn"
    assert grade_one(phone) == "ja-Latn"

    after = faces()
    assert set(after) == {"fr>ja", "fr>ja-Latn"}
    assert after["fr>ja"] == before["fr>ja"]
