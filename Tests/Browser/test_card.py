"""The turn of a card."""

import re

import png
import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.motion

# Marks the left edge of each face in its own colour, and stops the turn at a given progress.
MARK = """() => {
    const scene = document.querySelector(".scene[data-depth='0']");
    for (const [side, colour] of [["front", "rgb(255, 0, 255)"], ["back", "rgb(0, 255, 255)"]]) {
        const mark = document.createElement("div");
        mark.style.cssText = `position:absolute;inset:35% auto 35% 4%;inline-size:20%;background:${colour}`;
        scene.querySelector(`.face.${side}`).append(mark);
    }
}"""
STOP_AT = """async (progress) => {
    const card = document.querySelector(".scene[data-depth='0'] .card");
    // A tap arrives a little later than its touch events.
    for (let frame = 0; frame < 600 && card.getAnimations().length === 0; frame++) await new Promise(requestAnimationFrame);
    const [turn] = card.getAnimations();
    turn.pause();
    const { duration } = turn.effect.getComputedTiming();
    turn.currentTime = progress * duration;
    const { m11 } = new DOMMatrix(getComputedStyle(card).transform);
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(m11))));
}"""
MAGENTA, CYAN = (255, 0, 255), (0, 255, 255)


def shown_mark(table):
    """The faces whose mark is visible, each with the half of the card on which it is."""
    box = table.page.locator("#deck").bounding_box()
    box |= {"y": box["y"] + box["height"] / 2 - 8, "height": 16}
    picture = png.read(table.page.screenshot(clip=box))
    halves = {}
    for mark, colour in (("front", MAGENTA), ("back", CYAN)):
        columns = [x for y in range(0, picture.height, 4) for x in range(picture.width) if picture[x, y] == colour]
        if columns:
            halves[mark] = "left" if sum(columns) / len(columns) < picture.width / 2 else "right"
    return halves


def check_turn(table, away):
    """Looks at a turn at moments throughout it."""
    came = "front" if away == "back" else "back"
    for progress in (0.02, 0.08, 0.14, 0.17, 0.25, 0.4, 0.6, 0.9):
        cosine = table.page.evaluate(STOP_AT, progress)
        marks = shown_mark(table)
        if abs(cosine) < 0.12:
            assert set(marks) <= {came, away}  # so thin that no mark may be visible
        else:
            assert marks == {"front" if cosine > 0 else "back": "left"}, f"at {progress}, cosine {cosine}"


def test_card_is_right_side_up_at_every_moment_of_a_turn(desktop):
    desktop.learn()
    desktop.page.evaluate(MARK)

    desktop.page.keyboard.press("Space")
    check_turn(desktop, away="back")
    desktop.page.keyboard.press("Space")
    check_turn(desktop, away="front")


def test_second_tap_in_mid_turn_turns_it_back(phone):
    phone.learn()
    phone.page.evaluate(MARK)

    phone.tap()
    phone.page.evaluate(STOP_AT, 0.12)
    phone.shows_side("back")
    phone.tap()

    phone.shows_side("front")
    expect(phone.page.locator(".scene[data-depth='0'] .card")).to_have_css(
        "transform", re.compile(r"none|matrix\(1, 0, 0, 1, 0, 0\)")
    )
    assert shown_mark(phone) == {"front": "left"}


def test_tap_reveals_and_hides_the_answer(phone):
    phone.learn()

    phone.tap()
    phone.shows_side("back")
    expect(phone.button("Show answer")).to_be_hidden()
    phone.tap()

    phone.shows_side("front")
    expect(phone.button("Show answer")).to_be_visible()


def test_revealed_card_is_swiped_like_any_other(phone):
    phone.learn()

    phone.tap()
    phone.drag(150)
    expect(phone.scene.locator(".pull-label.right")).to_be_visible()
    phone.release()

    phone.shows_score(1)
    phone.shows_side("front")


def test_at_most_three_cards_are_drawn(phone):
    phone.learn()

    scenes = phone.page.locator(".scene")
    expect(scenes).to_have_count(3)
    tops = [scenes.nth(index).bounding_box() for index in range(3)]
    feet = sorted(round(box["y"] + box["height"]) for box in tops)
    assert feet[1] - feet[0] == 10 and feet[2] - feet[1] == 10


def test_nothing_is_drawn_below_the_last_cards(desktop):
    desktop.learn()

    desktop.answer(*[True] * 8)
    expect(desktop.page.locator(".scene[data-depth]")).to_have_count(2)
    desktop.answer(True)
    expect(desktop.page.locator(".scene[data-depth]")).to_have_count(1)
    desktop.answer(True)

    assert desktop.state == "finished"


def test_less_motion_fades_instead_of_turning(open_context, omena):
    from devices import PHONE
    from table import Table

    table = Table(open_context(**PHONE, reduced_motion="reduce").new_page(), omena).learn()

    table.tap()
    expect(table.page.locator(".scene[data-depth='0'] .card")).to_have_css("transform", "none")
    expect(table.page.locator(".scene[data-depth='0'] .front")).to_be_hidden()
    expect(table.page.locator(".scene[data-depth='0'] .back .word")).to_be_visible()

    table.swipe(-150)
    table.shows_done(1)
    expect(table.page.locator(".is-leaving")).to_have_count(0)


def test_forced_colours_show_the_result_without_a_tint(open_context, omena):
    from devices import PHONE
    from table import Table

    table = Table(open_context(**PHONE, forced_colors="active").new_page(), omena).learn()

    table.drag(-120)
    expect(table.scene.locator(".pull-label.wrong")).to_be_visible()
    expect(table.scene.locator(".front .tint")).to_be_hidden()
    table.release()


def test_every_side_has_its_language_and_direction(desktop):
    desktop.learn("First words")

    for side in (".front", ".back"):
        word = desktop.scene.locator(f"{side} .word")
        assert word.get_attribute("lang")
        assert word.get_attribute("dir") == "auto"
