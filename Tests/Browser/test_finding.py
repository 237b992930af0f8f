"""Map cards: a tap, or one of four pins, and the grade that follows from the distance."""

import re

from playwright.sync_api import expect

CAPITALS = {
    "Helsinki": (60.1699, 24.9384), "Oslo": (59.9139, 10.7522), "Paris": (48.8566, 2.3522), "Rome": (41.9028, 12.4964),
    "Madrid": (40.4168, -3.7038),
}
ADD_PLACES = """(places) => Promise.all(Object.entries(places).map(([name, [latitude, longitude]]) => fetch("/places", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name, latitude, longitude }),
}).then((answer) => answer.json())))"""


def add_capitals(table):
    table.page.goto(table.omena.url)
    assert len(table.page.evaluate(ADD_PLACES, CAPITALS)) == 5


def top(table):
    return table.page.locator('.scene[data-depth="0"]')


def question(table):
    """The map question of the top card, from the page's data."""
    name = top(table).locator(".word").first.inner_text()
    return table.page.evaluate(
        """(name) => JSON.parse(document.getElementById("deal").textContent).cards
            .find(({ front }) => front?.text === name).map""",
        name,
    )


def test_four_pins_can_be_chosen_by_keyboard_alone(desktop):
    add_capitals(desktop)
    page = desktop.page
    page.goto(f"{desktop.omena.url}/study/review?deck=Places")
    desktop.is_ready()
    expect(top(desktop).locator(".chart[role=application]")).to_be_visible()
    asked = question(desktop)

    page.keyboard.press("1")
    expect(top(desktop).locator(".four-pins button")).to_have_count(4)
    expect(top(desktop).locator(".chart-sign.is-offered")).to_have_count(4)
    assert [choice["words"] for choice in asked["choices"]] == [
        text[2:] for text in top(desktop).locator(".four-pins button").all_inner_texts()
    ]
    expect(page.locator("#grades")).to_be_hidden()
    page.keyboard.press(str(asked["right"] + 1))

    expect(top(desktop).locator(".found")).to_have_text("0 m away: Good.")
    expect(top(desktop).locator(".chart-sign.is-place")).to_have_count(1)
    expect(page.locator("#grade-3")).to_be_focused()
    page.keyboard.press("Enter")
    # It comes back in a few minutes, like a new card graded good.
    desktop.shows_done(1, total=6)

    # A wrong one is proposed as missed, which the learner may override.
    asked = question(desktop)
    page.keyboard.press("2")
    page.keyboard.press(str((asked["right"] + 1) % 4 + 1))
    expect(top(desktop).locator(".found")).to_have_text(re.compile(r"^[\d,]+ km away: Again\.$"))
    expect(page.locator("#grade-1")).to_be_focused()
    page.keyboard.press("4")
    desktop.shows_done(2, total=6)
    page.keyboard.press("u")
    desktop.shows_done(1, total=6)


def test_tap_is_graded_by_its_distance(device):
    add_capitals(device)
    page = device.page
    page.goto(f"{device.omena.url}/study/learn?deck=Places")
    device.is_ready()
    expect(top(device).locator(".chart[role=application]")).to_be_visible()
    box = top(device).locator(".chart").bounding_box()

    page.mouse.click(box["x"] + 8, box["y"] + box["height"] - 8)

    expect(top(device).locator(".found")).to_have_text(re.compile(r"km away: Wrong\. Good is within \d+ km\.$"))
    expect(top(device).locator(".chart-sign.is-guess")).to_have_count(1)
    expect(page.locator("#wrong")).to_have_class(re.compile("is-proposed"))
    page.locator("#wrong").click()
    device.shows_done(1, total=5)
    expect(page.locator(".is-proposed")).to_have_count(0)

    # The map has its own gestures: dragging it does not move the card.
    expect(top(device).locator(".chart[role=application]")).to_be_visible()
    box = top(device).locator(".chart").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 20, box["y"] + 60, steps=5)
    page.mouse.up()
    expect(top(device).locator(".found")).to_have_text(re.compile("where it is$"))
    device.shows_done(1, total=5)

    # Without a guess the answer shows the place.
    page.locator("#show").click()
    expect(top(device).locator(".chart-sign.is-place")).to_have_count(1)
    page.locator("#right").click()
    device.shows_done(2, total=5)
