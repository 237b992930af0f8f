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


def picture_deck(omena):
    """Five cards with a picture and a word on their fronts."""
    deck = omena.make_deck("Fruit")
    headers = {"Accept": "application/json"}
    for number, word in enumerate(["omena", "päärynä", "luumu", "kirsikka", "viinirypäle"]):
        source = json.loads(omena.request("POST", "/media?name=fruit.png", png(600, 400, (90 + number, 9, 46)), headers)[2])["source"]
        fields = {"f-1": word, "media-1": source, "caption-1": word, "f-2": f"fruit {number}"}
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
