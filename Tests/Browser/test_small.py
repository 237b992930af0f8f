"""On the smallest screens and with the largest text nothing is out of reach."""

import pytest
from devices import DESKTOP
from playwright.sync_api import expect

SMALL = {"viewport": {"width": 320, "height": 568}}


def open_page(open_context, omena, path, size):
    page = open_context(**size).new_page()
    page.goto(omena.url + path)
    return page


def test_all_answers_of_a_quiz_are_on_the_screen(open_context, omena):
    page = open_page(open_context, omena, "/study/quiz?deck=First%20words", SMALL)

    expect(page.locator(".choice")).to_have_count(4)
    expect(page.locator(".choice").last).to_be_in_viewport(ratio=1)


def test_quiz_is_in_the_middle_of_a_large_screen(open_context, omena):
    page = open_page(open_context, omena, "/study/quiz?deck=First%20words", {"viewport": {"width": 1920, "height": 1080}})
    last = page.locator(".choice").last
    expect(last).to_be_visible()

    above = page.locator("#deck").bounding_box()["y"]
    below = 1080 - last.bounding_box()["y"] - last.bounding_box()["height"]

    assert below < 2 * above


@pytest.mark.parametrize("size, text", [(SMALL, 100), ({"viewport": {"width": 390, "height": 844}}, 200)])
def test_bar_of_a_race_is_one_row(open_context, omena, size, text):
    page = open_page(open_context, omena, "/study/race?deck=First%20words", size)
    page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")

    assert page.locator(".study-bar").bounding_box()["height"] < 60 * text / 100


def test_large_text_breaks_no_word(open_context, omena):
    page = open_page(open_context, omena, "/study/browse?deck=First%20words", {"viewport": {"width": 390, "height": 844}})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    word = page.locator(".scene[data-depth='0'] .front .word")

    word.evaluate("(word) => { word.textContent = 'breakfast'; }")
    lines = word.evaluate("(word) => { const range = document.createRange(); range.selectNodeContents(word); return range.getClientRects().length; }")

    assert lines == 1


@pytest.mark.parametrize("size", [SMALL, DESKTOP], ids=["small", "desktop"])
def test_menu_of_a_filter_is_below_its_chip(open_context, omena, size):
    page = open_page(open_context, omena, "/cards", size)
    chip = page.locator("#filters summary").last
    chip.click()
    menu = page.locator("#filters [open] .menu")

    place, below = chip.bounding_box(), menu.bounding_box()

    assert below["y"] >= place["y"] + place["height"] - 1 and below["y"] < place["y"] + place["height"] + 12
    assert below["x"] <= place["x"] + 1 and below["x"] + below["width"] >= place["x"] + place["width"] - 1


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "uk-UA"])
def test_placeholders_are_not_cut(open_context, omena, locale):
    page = open_context(**SMALL, locale=locale).new_page()
    for path in ("/cards", "/cards/new?type=5"):
        page.goto(omena.url + path)
        cut = page.evaluate("""() => [...document.querySelectorAll("input[placeholder]")].filter((input) => {
            const style = getComputedStyle(input);
            const canvas = document.createElement("canvas").getContext("2d");
            canvas.font = style.font;
            const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
            return room > 0 && canvas.measureText(input.placeholder).width > room;
        }).map((input) => input.placeholder)""")
        assert cut == []
