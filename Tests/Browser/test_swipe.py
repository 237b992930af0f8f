"""Swiping with a finger."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.motion

AGAIN, GOOD = 1, 3

# Records at every frame which colours are visible, and how far the card is from the stack.
RECORD = """() => {
    const scene = document.querySelector(".scene[data-depth='0']");
    const tint = scene.querySelector(".front .tint");
    window.frames_ = [];
    (function record() {
        const side = scene.classList.contains("pull-right") ? "right"
            : scene.classList.contains("pull-wrong") ? "wrong" : "none";
        const { translate } = getComputedStyle(scene);
        window.frames_.push({
            side, strength: Number(getComputedStyle(tint).opacity), x: parseFloat(translate) || 0,
        });
        requestAnimationFrame(record);
    })();
}"""


def test_swipe_right_is_correct(phone):
    phone.learn()
    first = phone.prompt

    phone.swipe(150)

    phone.shows_score(1)
    phone.shows_done(1)
    assert phone.prompt != first
    assert phone.saved_grades() == [GOOD]


def test_swipe_left_is_wrong(phone):
    phone.learn()

    phone.swipe(-150)

    phone.shows_score(0)
    phone.shows_done(1)
    assert phone.saved_grades() == [AGAIN]


def test_card_follows_the_finger_exactly(phone):
    phone.learn()

    phone.drag(60, 20)

    expect(phone.scene).to_have_css("translate", "60px 20px")
    expect(phone.scene).to_have_css("rotate", "12deg")
    expect(phone.scene.locator(".front .tint")).to_have_css("opacity", "0.6")
    expect(phone.scene.locator(".pull-label.right")).to_be_visible()
    expect(phone.scene.locator(".pull-label.wrong")).to_be_hidden()
    phone.release()


def test_card_leans_no_further_than_twenty_degrees(phone):
    phone.learn()

    phone.drag(160)

    expect(phone.scene).to_have_css("translate", "160px")
    expect(phone.scene).to_have_css("rotate", "20deg")
    phone.release()


def test_card_springs_back_and_the_wrong_colour_never_shows(phone):
    phone.learn()
    first = phone.prompt
    phone.page.evaluate(RECORD)

    phone.drag(90)
    phone.hold_still()
    phone.release()
    phone.until("() => window.frames_.at(-1).x === 0 && window.frames_.at(-1).side === 'none'")

    frames = phone.page.evaluate("window.frames_")
    assert max(frame["strength"] for frame in frames) > 0.85
    assert all(frame["side"] != "wrong" for frame in frames)
    assert min(frame["x"] for frame in frames) > -0.5
    assert phone.prompt == first
    phone.shows_done(0)
    assert phone.waiting_events() == []


def test_flick_counts_before_a_hundred_pixels(phone):
    phone.learn()

    phone.flick(70)

    phone.shows_score(1)


def test_dragging_back_cancels_the_swipe(phone):
    phone.learn()

    x, y = phone.drag(150)
    for dx in (100, 60, 20):
        phone.touch("touchMove", x + dx, y)
    phone.hold_still()
    phone.release()

    phone.shows_done(0)


def test_two_flicks_at_once_count_once(phone):
    # The page's clock is stopped, so that a slow machine cannot delay the second flick.
    phone.page.clock.install()
    phone.learn()
    phone.page.clock.pause_at(phone.page.evaluate("Date.now() + 1000"))

    phone.flick(120)
    phone.flick(120)
    phone.shows_done(1)

    phone.page.clock.run_for(300)
    phone.flick(120)
    phone.shows_done(2)


def test_second_flick_soon_after_the_first_counts(phone):
    phone.page.clock.install()
    phone.learn()
    phone.page.clock.pause_at(phone.page.evaluate("Date.now() + 1000"))

    phone.flick(120)
    phone.page.clock.run_for(100)
    phone.tap()
    phone.shows_side("front")  # a tap so soon was not meant for this card
    phone.flick(120)

    phone.shows_done(2)


def test_flicks_as_fast_as_chromium_sends_them_count_once(phone):
    phone.learn()
    phone.page.evaluate("""() => {
        window.downs = [];
        addEventListener("pointerdown", ({ timeStamp }) => window.downs.push(timeStamp), true);
    }""")

    phone.flick(130)
    phone.flick(130)

    first, second = phone.page.evaluate("window.downs")
    if second - first < 80:
        phone.shows_done(1)
    assert phone.saved_grades() == [GOOD] * phone.progress


def test_next_card_is_painted_before_the_release(phone):
    phone.learn()

    phone.drag(120)

    below = phone.page.locator(".scene[data-depth='1'] .front .word")
    prompt = below.inner_text()
    assert below.bounding_box()["height"] > 0
    phone.release()
    assert phone.prompt == prompt


def test_next_card_is_on_top_at_the_moment_of_release(phone):
    phone.learn()
    phone.page.evaluate("""() => addEventListener("pointerup", () => {
        const word = document.querySelector(".scene[data-depth='0'] .front .word");
        window.atRelease = { prompt: word.innerText, isThere: word.checkVisibility(), height: word.offsetHeight };
    })""")
    below = phone.page.locator(".scene[data-depth='1'] .front .word").inner_text()

    phone.swipe(150)

    at_release = phone.page.evaluate("window.atRelease")
    assert at_release["prompt"] == below
    assert at_release["isThere"] and at_release["height"] > 0


def test_drag_causes_no_layout(phone):
    phone.learn()
    devtools = phone.page.context.new_cdp_session(phone.page)
    devtools.send("Performance.enable")

    def layouts():
        metrics = devtools.send("Performance.getMetrics")["metrics"]
        return next(metric["value"] for metric in metrics if metric["name"] == "LayoutCount")

    x, y = phone.drag(40)
    before = layouts()
    for dx in range(41, 100, 3):
        phone.touch("touchMove", x + dx, y)
    assert layouts() == before
    phone.release()


def test_scrolling_and_zooming_stay_with_the_browser(phone):
    phone.learn()

    assert phone.scene.evaluate("scene => getComputedStyle(scene).touchAction") == "pan-y pinch-zoom"
    phone.drag(80)
    phone.touch("touchCancel")

    expect(phone.scene).to_have_css("translate", "none")
    phone.shows_done(0)


def test_drag_never_starts_on_a_button(phone):
    phone.learn()
    box = phone.button("Correct").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    phone.touch("touchStart", x, y)
    phone.touch("touchMove", x - 150, y)
    phone.touch("touchEnd")

    phone.shows_done(0)


def test_long_press_lifts_the_card_and_does_not_turn_it(phone):
    phone.learn()

    phone.press_card()
    expect(phone.scene).to_have_class("scene is-lifted")
    expect(phone.scene).to_have_css("scale", "1.1")
    phone.release()

    expect(phone.scene).to_have_class("scene")
    phone.shows_side("front")


def test_long_press_turns_into_a_drag(phone):
    phone.learn()

    x, y = phone.press_card()
    expect(phone.scene).to_have_class("scene is-lifted")
    phone.touch("touchMove", x + 150, y)
    phone.release()

    phone.shows_score(1)


def test_mouse_swipes_too(desktop):
    desktop.learn()
    x, y = desktop.middle()

    mouse = desktop.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 60, y)
    expect(desktop.scene).to_have_css("rotate", "8deg")
    mouse.move(x + 180, y, steps=4)
    mouse.up()

    desktop.shows_score(1)
    desktop.shows_side("front")


def test_swiping_all_cards_needs_no_button(phone):
    phone.learn()

    for number in range(10):
        phone.swipe(160 if number % 2 == 0 else -160)

    expect(phone.page.get_by_role("heading", name="You remembered 5")).to_be_visible()
    assert phone.saved_grades() == [GOOD, AGAIN] * 5
