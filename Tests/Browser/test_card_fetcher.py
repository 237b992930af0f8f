"""Decks larger than a page: what the page does not contain is fetched after the first cards are shown."""

import re
import subprocess

import pytest
from devices import DESKTOP
from playwright.sync_api import expect
from serving import BINARY, Omena, copy_new_library
from table import DEALT, WORDS, Table, logged


def test_page_contains_the_sides_of_the_first_twenty_cards(omena):
    deal = omena.deal("First words")

    assert len(deal["cards"]) == DEALT
    assert sum("front" in card for card in deal["cards"]) == 20


def test_other_sides_are_fetched_after_the_first_paint(desktop):
    with desktop.page.expect_response("**/study/cards") as answer:
        desktop.learn("First words")
    assert len(answer.value.request.post_data_json["cards"]) == DEALT - 20

    prompts = set()
    for number in range(60):
        expect(desktop.page.locator("#progress")).to_have_attribute("aria-label", f"{number} of {WORDS} cards done")
        prompts.add(desktop.prompt)
        desktop.answer(True)

    assert "…" not in prompts and len(prompts) == 60


def test_card_without_its_text_accepts_no_answer(desktop):
    held = []
    desktop.page.route("**/study/cards", lambda route: held.append(route))
    desktop.learn("First words")
    desktop.answer(*[True] * 30)

    desktop.shows_done(20, total=WORDS)
    assert desktop.prompt == "…"
    desktop.until("() => document.querySelector('.scene[data-depth=\"0\"] .word').textContent === '…'")
    # The test hears of a request only while it waits.
    while not held:
        desktop.page.wait_for_timeout(10)
    held[0].continue_()
    desktop.until("() => document.querySelector('.scene[data-depth=\"0\"] .word').textContent !== '…'")
    desktop.answer(True)

    desktop.shows_done(21, total=WORDS)


def test_without_a_network_the_first_cards_can_be_studied(desktop):
    desktop.page.route("**/study/cards", lambda route: route.abort())
    desktop.learn("First words")

    desktop.answer(*[True] * 20)

    desktop.shows_done(20, total=WORDS)


# Few enough that going through all of them takes seconds.
MANY = DEALT + 5


@pytest.fixture
def large(library, open_context):
    """A deck a little larger than a deal, on a desktop."""
    table = library.with_name("many.csv")
    table.write_text("".join(f"word {number},meaning {number}\n" for number in range(MANY)))
    copy_new_library(library)
    subprocess.run([BINARY, "import", table, "--deck", "Many words", "--library", library], check=True, capture_output=True)
    with Omena(library) as omena:
        yield Table(open_context(**DESKTOP).new_page(), omena)


THROUGH = """async ([last, most]) => {
    const main = document.querySelector("main");
    const top = () => document.querySelector(".scene[data-depth='0']");
    const shown = new Set();
    const position = () => document.getElementById("position")?.textContent;
    while (main.dataset.state === "studying") {
        const word = top()?.querySelector(".front .word").textContent;
        if (word && word !== "…") {
            shown.add(top());
            if (position() === last || shown.size === most) break;
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        }
        await new Promise((resolve) => setTimeout(resolve));
    }
    return shown.size;
}"""


def goes_through(table, last=f"{MANY} of {MANY}", most=None):
    """Presses the right arrow until the session is over, browse is at a position, or this many cards were shown; returns
    their number."""
    return table.page.evaluate(THROUGH, [last, most])


def study(table, mode):
    return table.settle(motion="reduced", raceClock=False).study(mode, "Many words")


def test_race_goes_through_a_deck_larger_than_a_deal(large):
    study(large, "race")

    assert goes_through(large) == MANY

    expect(large.page.locator("#finish-title")).to_have_text(f"You remembered {MANY}")
    expect(large.page.locator("#go-on")).to_be_hidden()
    large.waits(0)
    assert logged(large.omena.library, "SELECT count(DISTINCT card) FROM event") == [MANY]


def test_quiz_offers_four_answers_with_every_card_of_a_deck_larger_than_a_deal(large):
    study(large, "quiz")
    assert goes_through(large, most=DEALT + 5) == DEALT + 5

    expect(large.page.locator(".choice")).to_have_count(4)
    offered = large.page.locator(".choice .txt").all_inner_texts()
    assert len(set(offered)) == 4
    large.keeps(DEALT + 4).reload()
    assert large.page.locator(".choice .txt").all_inner_texts() == offered

    assert goes_through(large) == MANY - DEALT - 4
    expect(large.page.locator("#finish-title")).to_have_text(f"{MANY} cards met")


def test_without_a_network_a_round_ends_with_the_deal_and_continues_later(large):
    study(large, "learn")
    large.page.route(re.compile(r"/study/learn\?"), lambda route: route.abort())

    assert goes_through(large) == DEALT
    expect(large.page.locator("#finish-title")).to_have_text(f"You remembered all {DEALT}")
    large.press(f"Go on with {MANY - DEALT} more cards")
    expect(large.page.locator("#finish-words")).to_contain_text("cannot be reached")
    large.page.unroute_all()
    large.press(f"Go on with {MANY - DEALT} more cards")
    expect(large.card).to_be_visible()

    assert goes_through(large) == MANY - DEALT
    expect(large.page.locator("#finish-title")).to_have_text(f"You remembered all {MANY}")


def test_without_a_network_browsing_stops_at_the_last_card_and_continues_later(large):
    study(large, "browse")
    large.page.route(re.compile(r"/study/browse\?"), lambda route: route.abort())

    assert goes_through(large, f"{DEALT} of {MANY}") == DEALT
    large.press("Next card")
    expect(large.page.locator("#hint")).to_contain_text("cannot be reached")
    large.page.unroute_all()
    large.press("Next card")
    expect(large.page.locator("#hint")).to_have_text("Nothing is recorded.")

    assert goes_through(large) == MANY - DEALT + 1
    expect(large.button("Next card")).to_be_disabled()
