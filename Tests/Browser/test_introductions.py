"""New cards are shown with their answers before they are asked."""

import pytest
from accessibility import violations
from playwright.sync_api import expect
from table import DECK


@pytest.fixture
def introduced(device):
    return device.settle(introduces=True).study("review")


def answer_below(table):
    return table.scene.locator(".front .answer .word")


def get_it(table):
    """Presses Got it, and waits for the next card."""
    index = table.prompt
    table.press("Got it")
    table.until(f"() => document.querySelector('.scene[data-depth=\"0\"] .front .word')?.innerText !== {index!r}")


def test_a_new_card_is_shown_with_its_answer_and_asked_three_cards_later(introduced):
    first = introduced.prompt
    expect(answer_below(introduced)).to_be_visible()
    for hidden in ("Show answer", "Good"):
        expect(introduced.button(hidden)).to_be_hidden()
    assert violations(introduced.page) == []

    for _ in range(4):
        get_it(introduced)

    assert introduced.prompt == first
    expect(introduced.button("Got it")).to_be_hidden()
    introduced.press("Show answer")
    introduced.press("Easy")
    introduced.shows_done(1)
    introduced.keeps(1)


def test_introductions_are_no_answers_and_survive_a_reload(introduced):
    get_it(introduced)
    second = introduced.prompt
    introduced.waits(0)

    introduced.reload()

    introduced.shows_done(0)
    assert introduced.prompt == second
    assert introduced.omena.log() == []


def test_swipes_and_keys_put_an_introduced_card_back(phone):
    phone.settle(introduces=True).study("review")
    prompts = [phone.prompt]
    for act in (lambda: phone.swipe(150), lambda: phone.swipe(-150), lambda: phone.page.keyboard.press("Space"), lambda: phone.page.keyboard.press("3")):
        act()
        phone.until(f"() => document.querySelector('.scene[data-depth=\"0\"] .front .word')?.innerText !== {prompts[-1]!r}")
        prompts.append(phone.prompt)

    assert len(set(prompts[:4])) == 4 and prompts[4] == prompts[0]
    phone.shows_done(0)


def test_undo_of_an_answer_keeps_introductions(desktop):
    desktop.settle(introduces=True).study("review")
    for _ in range(4):
        get_it(desktop)
    asked = desktop.prompt
    desktop.press("Show answer")
    desktop.press("Easy")
    desktop.shows_done(1)

    desktop.page.locator("#undo").click()

    desktop.shows_done(0)
    assert desktop.prompt == asked
    expect(desktop.button("Got it")).to_be_hidden()


def test_a_card_that_was_reviewed_is_asked_at_once(desktop):
    desktop.study("review")
    desktop.press("Show answer")
    desktop.press("Again")
    desktop.keeps(1)

    desktop.settle(introduces=True)
    deal = desktop.omena.deal(DECK, mode="review")

    assert [card.get("introduces") for card in deal["cards"]].count(True) == 9


def test_without_the_setting_a_new_card_is_asked_at_once(desktop):
    desktop.study("review")

    expect(desktop.button("Show answer")).to_be_visible()
    expect(desktop.button("Got it")).to_be_hidden()


def test_the_page_does_not_grow_while_a_card_leaves_it(phone):
    """Else it could be scrolled for that moment, and the buttons would move under the finger."""
    phone.settle(introduces=True).study("review")

    # Held on its way, because a browser that is busy draws none of the frames between.
    phone.page.evaluate(
        """() => {
            const { animate } = Element.prototype;
            Element.prototype.animate = function (...movement) {
                const animation = animate.apply(this, movement);
                animation.pause();
                return animation;
            };
        }"""
    )

    phone.press("Got it")
    leaving = phone.page.locator(".is-leaving")
    leaving.evaluate(
        "(card) => { for (const flight of card.getAnimations()) flight.currentTime = 0.99 * flight.effect.getTiming().duration; }"
    )

    assert leaving.evaluate("(card) => card.getBoundingClientRect().bottom > innerHeight + 50")
    assert phone.page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
