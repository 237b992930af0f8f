"""The choice of languages with the keyboard alone, and as a screen reader presents it."""

import pytest
from playwright.sync_api import expect

WORDS = "First words"
KINDS = ["Every pair", "One to one", "One to all", "All to one", "Chosen"]


@pytest.fixture
def options(desktop, omena):
    """The options of the multilingual deck."""
    number = omena.read("SELECT id FROM deck WHERE name = ?", WORDS)
    desktop.page.goto(f"{omena.url}/decks/{number}/options")
    return desktop.page


def label(page):
    return page.evaluate("document.activeElement.labels?.[0]?.innerText.replace(/\\s+/g, ' ') ?? document.activeElement.textContent")


def is_at(page, name):
    text = label(page)
    return text == name or f" {name}" in text


def tab_to(page, name):
    """Presses Tab until a field with this name has the focus."""
    for _ in range(40):
        if is_at(page, name):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"No Tab leads to {name}; the last was {label(page)}.")


def arrow_to(page, name):
    """Presses an arrow key until a radio button of the group has the focus."""
    for _ in range(20):
        if is_at(page, name):
            expect(page.locator(":focus")).to_be_checked()
            return
        page.keyboard.press("ArrowDown")
    pytest.fail(f"No arrow leads to {name}; the last was {label(page)}.")


@pytest.mark.parametrize(
    "kind, languages, text",
    [
        ("Every pair", [], "all"),
        ("One to one", ["French", "Japanese"], "oneToOne:fr:ja"),
        ("One to all", ["Korean"], "oneToAll:ko"),
        ("All to one", ["Ukrainian"], "allToOne:uk"),
    ],
)
def test_a_kind_and_its_languages_by_keyboard(options, omena, kind, languages, text):
    page = options
    page.get_by_role("heading", name="Which languages to study").locator("xpath=preceding::input[1]").focus()
    # The stored kind has the focus first.
    page.keyboard.press("Tab")
    assert "One to one" in label(page)
    arrow_to(page, kind)
    for language in languages:
        page.keyboard.press("Tab")
        arrow_to(page, language)
    if languages:
        page.keyboard.press("Enter")
    else:
        tab_to(page, "Save")
        page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/decks/" not in url)
    assert omena.read("SELECT settings ->> '$.languageChoice' FROM deck WHERE name = ?", WORDS) == text


def test_some_languages_by_keyboard(options, omena):
    page = options
    page.get_by_role("radio", name="One to one", exact=True).focus()
    arrow_to(page, "Chosen")
    for language in ["French", "Japanese"]:
        tab_to(page, language)
        page.keyboard.press("Space")
        expect(page.locator(":focus")).to_be_checked()
    for language in ["English", "Finnish"]:
        box = page.get_by_role("group", name="Which languages").get_by_label(language)
        if box.is_checked():
            box.focus()
            page.keyboard.press("Space")
            expect(box).not_to_be_checked()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/decks/" not in url)
    assert omena.read("SELECT settings ->> '$.languageChoice' FROM deck WHERE name = ?", WORDS) == "symmetricSubset:fr,ja"


def test_accessibility_tree_of_the_kinds(options):
    expect(options.get_by_role("group", name="Languages to ask")).to_match_aria_snapshot(
        """
        - group "Languages to ask":
          - radio "Every pair"
          - radio "One to one" [checked]
          - radio "One to all"
          - radio "All to one"
          - radio "Chosen"
        """
    )


def test_accessibility_tree_of_each_kind(options):
    page = options
    region = page.get_by_role("region", name="Which languages to study")
    groups = {
        "Every pair": [],
        "One to one": [("Question language", "radio"), ("Answer language", "radio")],
        "One to all": [("Question language", "radio")],
        "All to one": [("Answer language", "radio")],
        "Chosen": [("Which languages", "checkbox")],
    }
    assert list(groups) == KINDS
    for kind, parts in groups.items():
        region.get_by_role("radio", name=kind, exact=True).check()
        expect(region.get_by_role("status")).to_contain_text("cards")
        heard = region.get_by_role("group").filter(has=page.locator(".opt"))
        expect(heard).to_have_count(len(parts))
        for name, role in parts:
            group = region.get_by_role("group", name=name)
            assert group.get_by_role(role).count() == 11
            # Each by its own name and by its name in the learner's language.
            expect(group.get_by_role(role, name="日本語 Japanese")).to_have_count(1)
            if role == "radio":
                expect(group.get_by_role(role, checked=True)).to_have_count(1)

    # The steps follow one another in reading order: kind, meaning, result, languages, scripts.
    region.get_by_role("radio", name="One to all", exact=True).check()
    expect(region).to_match_aria_snapshot(
        """
        - region "Which languages to study":
          - heading "Which languages to study" [level=2]
          - group "Languages to ask"
          - paragraph
          - status
          - group "Question language"
        """
    )
    expect(page.get_by_role("region", name="Scripts")).to_match_aria_snapshot(
        """
        - region "Scripts":
          - heading "Scripts" [level=2]
          - list:
            - listitem:
              - group "Script for Chinese"
            - listitem:
              - group "Script for Japanese":
                - radio "漢字かな (kanji and kana)" [checked]
                - radio "Rōmaji (romaji)"
        """
    )


def test_an_impossible_choice_is_explained_where_it_is_made(options):
    page = options
    page.get_by_role("group", name="Answer language").get_by_label("English").check()
    page.keyboard.press("Enter")
    alert = page.get_by_role("alert").filter(has_text="Choose two different languages.")
    expect(alert).to_be_visible()
    # No choice is lost.
    expect(page.get_by_role("group", name="Answer language").get_by_label("English")).to_be_checked()
