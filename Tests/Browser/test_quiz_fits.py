"""A quiz on one screen: the question, its answers, the verdict and the button to continue."""

import json

import pytest
from media import png
from playwright.sync_api import expect
from table import Table

WINDOWS = [(1280, 800), (1366, 768), (1024, 768), (1440, 900), (1920, 1080), (390, 844), (320, 568)]

# The parts of the page that are not wholly in the window.
CUT = """() => ['.scene[data-depth="0"]', ".choices", "#verdict", "#continue"].filter((part) => {
    const { top, bottom } = document.querySelector(part).getBoundingClientRect();
    return top < 0 || bottom > innerHeight;
})"""

# How far the lower edge of the picture is from the text below it.
DISTANCE = """() => {
    const face = document.querySelector('.scene[data-depth="0"] .face:not([inert])');
    return face.querySelector(".word").getBoundingClientRect().top - face.querySelector(".pictures").getBoundingClientRect().bottom;
}"""


WORDS = ["omena", "päärynä", "luumu", "kirsikka", "viinirypäle"]
SENTENCES = [
    "the feeling that you have been in exactly this situation before, although you know that you haven’t",
    "a person who collects old maps and knows where every town of the last century was once drawn",
    "an unexpected meeting of two old friends in a city that neither of them had ever visited before",
    "the slow way home after a long evening, when nobody wants to be the first to say goodbye",
    "what remains of a meal when everyone has eaten and the plates have not yet been cleared away",
]

# How many lines each answer has.
LINES = """() => [...document.querySelectorAll(".choice .txt")].map((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
})"""


def picture_deck(omena, side=1):
    """Five cards with a picture on one side: on the front with a word, on the back alone."""
    deck = omena.make_deck("Fruit")
    headers = {"Accept": "application/json"}
    for number, word in enumerate(WORDS):
        source = json.loads(omena.request("POST", "/media?name=fruit.png", png(600, 400, (90 + number, 9, 46)), headers)[2])["source"]
        fields = {"f-1": word, f"media-{side}": source, f"caption-{side}": word, "f-2": f"fruit {number}" if side == 1 else ""}
        omena.post_form("/cards/new", type=1, deck=deck, tags="", **fields)


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_wrong_answer_leaves_the_whole_quiz_in_the_window(open_context, omena, width, height):
    picture_deck(omena)
    page = open_context(viewport={"width": width, "height": height}).new_page()
    Table(page, omena).study("quiz", "Fruit")
    expect(page.locator("button.choice")).to_have_count(4)
    assert page.evaluate(DISTANCE) >= 14

    right = page.locator("#deal").evaluate(
        """(deal) => JSON.parse(deal.textContent).cards.find(({ front }) =>
            front.text === document.querySelector('.scene[data-depth="0"] .front .word').textContent).back.text"""
    )
    page.locator("button.choice").filter(has_not_text=right).first.click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()

    assert page.evaluate(CUT) == []


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1366, 768), (1024, 768), (390, 844)])
def test_pictures_to_choose_from_leave_the_whole_quiz_in_the_window(open_context, omena, width, height):
    picture_deck(omena, side=2)
    page = open_context(viewport={"width": width, "height": height}).new_page()
    Table(page, omena).study("quiz", "Fruit")
    expect(page.locator("button.choice img")).to_have_count(4)

    page.keyboard.press("1")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()

    assert page.evaluate(CUT) == []


@pytest.mark.parametrize(("width", "height"), [(844, 390), (260, 700)])
def test_pictures_are_in_the_middle_where_answers_have_no_numbers(open_context, omena, width, height):
    picture_deck(omena, side=2)
    page = open_context(viewport={"width": width, "height": height}).new_page()
    Table(page, omena).study("quiz", "Fruit")
    expect(page.locator("button.choice img")).to_have_count(4)
    expect(page.locator("button.choice .key").first).to_be_hidden()

    padding = page.locator("button.choice").first.evaluate("(choice) => [getComputedStyle(choice).paddingLeft, getComputedStyle(choice).paddingRight]")
    assert padding[0] == padding[1]


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_long_answers_keep_their_lines_and_the_button_its_place_in_the_window(open_context, omena, width, height):
    deck = omena.make_deck("Sayings")
    for word, sentence in zip(WORDS, SENTENCES):
        omena.post_form("/cards/new", type=1, deck=deck, tags="", **{"f-1": word, "f-2": sentence})
    page = open_context(viewport={"width": width, "height": height}).new_page()
    Table(page, omena).study("quiz", "Sayings")
    expect(page.locator("button.choice")).to_have_count(4)
    expect(page.get_by_role("button", name="Show answer")).to_be_in_viewport(ratio=1)
    lines = page.evaluate(LINES)

    page.keyboard.press("1")

    expect(page.get_by_role("button", name="Continue")).to_be_in_viewport(ratio=1)
    assert page.evaluate(LINES) == lines
