"""Buttons and keys: everything that a gesture does."""

import pytest
from playwright.sync_api import expect

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4


def test_buttons_answer(device):
    device.learn()

    device.press("Correct")
    device.press("Wrong")
    device.press("Show answer")
    expect(device.button("Show answer")).to_be_hidden()
    device.press("Correct")

    device.shows_score(2)
    device.shows_done(3)
    assert device.saved_grades() == [GOOD, AGAIN, GOOD]


def test_buttons_have_accessible_names(desktop):
    desktop.learn()

    for name, words in [
        ("Wrong", "Mark your answer as being incorrect."),
        ("Correct", "Mark your answer as being correct."),
    ]:
        expect(desktop.button(name)).to_have_accessible_description(words)
    expect(desktop.button("Show answer")).to_have_accessible_name("Show answer")


def test_double_click_on_a_button_counts_once(desktop):
    desktop.learn()

    desktop.page.mouse.dblclick(*centre(desktop.button("Correct")))

    desktop.shows_done(1)


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_keys_turn_the_card(desktop, key):
    desktop.learn()

    desktop.page.keyboard.press(key)
    desktop.shows_side("back")
    desktop.page.keyboard.press(key)
    desktop.shows_side("front")


@pytest.mark.parametrize(
    ("key", "grade"),
    [("ArrowRight", GOOD), ("ArrowLeft", AGAIN), ("1", AGAIN), ("2", HARD), ("3", GOOD), ("4", EASY)],
)
def test_keys_answer(desktop, key, grade):
    desktop.learn()

    desktop.page.keyboard.press(key)

    desktop.shows_done(1)
    assert desktop.saved_grades() == [grade]


def test_every_key_press_counts_and_a_held_key_counts_once(desktop):
    desktop.learn()

    for _ in range(4):
        desktop.page.keyboard.press("ArrowRight")
    desktop.shows_done(4)
    for _ in range(5):
        desktop.page.keyboard.down("ArrowLeft")  # without a release in between these are repetitions
    desktop.page.keyboard.up("ArrowLeft")

    desktop.shows_done(5)
    desktop.shows_score(4)


@pytest.mark.parametrize("key", ["u", "Control+z", "Meta+z"])
def test_keys_undo(desktop, key):
    desktop.learn()
    first = desktop.prompt

    desktop.answer(True)
    desktop.page.keyboard.press(key)

    desktop.shows_done(0)
    assert desktop.prompt == first
    assert desktop.saved_grades() == []


def test_escape_leaves(desktop):
    desktop.learn()

    desktop.page.keyboard.press("Escape")

    expect(desktop.page).to_have_url(f"{desktop.omena.url}/")


def test_question_mark_lists_the_shortcuts_and_escape_closes_the_list(desktop):
    desktop.learn()

    desktop.page.keyboard.press("?")
    sheet = desktop.page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet).to_be_visible()
    desktop.page.keyboard.press("ArrowRight")
    desktop.page.keyboard.press("Escape")

    expect(sheet).to_be_hidden()
    desktop.shows_done(0)
    assert desktop.state == "studying"


def test_letters_and_digits_need_the_focus_in_the_session(desktop):
    desktop.learn()
    desktop.page.evaluate("document.activeElement.blur()")

    for key in ("1", "3", "u", "?"):
        desktop.page.keyboard.press(key)
    desktop.shows_done(0)
    expect(desktop.page.get_by_role("dialog")).to_be_hidden()

    desktop.page.keyboard.press("ArrowRight")
    desktop.shows_done(1)


def test_space_on_a_button_presses_that_button_alone(desktop):
    desktop.learn()

    desktop.button("Wrong").focus()
    desktop.page.keyboard.press("Space")

    desktop.shows_done(1)
    desktop.shows_side("front")
    expect(desktop.button("Wrong")).to_be_focused()


def test_focus_stays_on_the_card_when_the_card_changes(desktop):
    desktop.learn()
    desktop.card.focus()

    for key in ("Space", "ArrowRight", "Enter", "ArrowLeft", "u"):
        desktop.page.keyboard.press(key)
        expect(desktop.card).to_be_focused()


def test_focus_moves_to_the_card_when_show_answer_disappears(desktop):
    desktop.learn()

    desktop.button("Show answer").focus()
    desktop.page.keyboard.press("Enter")

    expect(desktop.card).to_be_focused()
    desktop.shows_side("back")


def test_tab_goes_through_the_page_in_order(desktop):
    desktop.learn()
    desktop.answer(True)

    names = []
    for _ in range(8):
        desktop.page.keyboard.press("Tab")
        names.append(
            desktop.page.evaluate("""() => {
                const { activeElement: at } = document;
                return at.getAttribute("aria-label") ?? (at.closest(".scene") ? "card" : at.innerText.split("\\n")[0]);
            }""")
        )

    assert names == [
        *("Leave session", "Undo", "More", "Keyboard shortcuts", "card"),
        *("Show answer", "Wrong", "Correct"),
    ]


def centre(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_long_card_is_scrolled_at_once(desktop):
    desktop.learn()
    face = desktop.page.locator(".scene[data-depth='0'] .front .face-in")
    face.locator(".word").evaluate("(word) => { word.textContent = 'A long text. '.repeat(400); }")
    top = lambda: face.evaluate("(face) => face.scrollTop")

    for _ in range(2):
        desktop.page.keyboard.press("ArrowDown")
    below = top()
    desktop.page.keyboard.press("End")

    assert 0 < below < top()
    desktop.page.keyboard.press("Home")
    assert top() == 0
    desktop.shows_done(0)
