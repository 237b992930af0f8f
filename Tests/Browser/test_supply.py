"""Decks that are larger than a page: what it does not bring comes when the first cards are on the table."""

from playwright.sync_api import expect
from table import DEALT


def test_page_brings_the_sides_of_the_first_twenty_cards(omena):
    deal = omena.deal("First words")

    assert len(deal["cards"]) == DEALT
    assert sum("front" in card for card in deal["cards"]) == 20


def test_other_sides_come_after_the_first_paint(desktop):
    with desktop.page.expect_response("**/study/cards") as answer:
        desktop.learn("First words")
    assert len(answer.value.request.post_data_json["cards"]) == DEALT - 20

    prompts = set()
    for number in range(60):
        expect(desktop.page.locator("#progress")).to_have_attribute("aria-label", f"{number} of {DEALT} cards done")
        prompts.add(desktop.prompt)
        desktop.answer(True)

    assert "…" not in prompts and len(prompts) == 60


def test_card_whose_text_has_not_come_yet_takes_no_answer(desktop):
    held = []
    desktop.page.route("**/study/cards", lambda route: held.append(route))
    desktop.learn("First words")
    desktop.answer(*[True] * 30)

    desktop.shows_done(20, total=DEALT)
    assert desktop.prompt == "…"
    desktop.until("() => document.querySelector('.scene[data-depth=\"0\"] .word').textContent === '…'")
    held[0].continue_()
    desktop.until("() => document.querySelector('.scene[data-depth=\"0\"] .word').textContent !== '…'")
    desktop.answer(True)

    desktop.shows_done(21, total=DEALT)


def test_without_a_network_the_first_cards_can_be_studied(desktop):
    desktop.page.route("**/study/cards", lambda route: route.abort())
    desktop.learn("First words")

    desktop.answer(*[True] * 20)

    desktop.shows_done(20, total=DEALT)
