"""Decks larger than a page: what the page does not contain is fetched after the first cards are shown."""

import re
import subprocess
from datetime import datetime, timedelta

import pytest
from devices import DESKTOP
from held import Held
from playwright.sync_api import expect
from serving import BINARY, Omena, copy_new_library
from table import BATCH, DEALT, WORDS, Table, logged


@pytest.fixture
def new_words(desktop):
    """A review with thirty new cards, ten of which are fetched after the page."""
    return desktop.settle(newLimit="30")


def answer_easily(table, count):
    for _ in range(count):
        done = table.progress
        table.press("Show answer")
        table.press("Easy")
        table.shows_done(done + 1, total=30)


def test_page_contains_the_sides_of_the_first_twenty_cards(omena):
    deal = omena.deal("First words", mode="browse")

    assert len(deal["cards"]) == DEALT
    assert sum("front" in card for card in deal["cards"]) == 20


def test_other_sides_are_fetched_after_the_first_paint(desktop):
    with desktop.page.expect_response("**/study/cards") as answer:
        desktop.study("browse", "First words")
    assert len(answer.value.request.post_data_json["cards"]) == DEALT - 20

    prompts = set()
    for number in range(1, 61):
        expect(desktop.page.locator("#position")).to_have_text(f"{number} of {WORDS}")
        prompts.add(desktop.prompt)
        desktop.page.keyboard.press("ArrowRight")

    assert "…" not in prompts and len(prompts) == 60


def test_card_without_its_text_accepts_no_answer_until_its_text_is_fetched(new_words):
    new_words.page.route("**/study/cards", lambda route: route.abort())
    new_words.study("review", "First words")
    answer_easily(new_words, 20)

    assert new_words.prompt == "…"
    new_words.page.keyboard.press("Space")
    expect(new_words.button("Easy")).to_be_hidden()
    # What failed is tried again, without anything that the learner does.
    new_words.page.unroute("**/study/cards")
    new_words.until("() => document.querySelector('.scene[data-depth=\"0\"] .word').textContent !== '…'")

    answer_easily(new_words, 1)


def test_without_a_network_the_first_cards_can_be_studied(new_words):
    new_words.page.route("**/study/cards", lambda route: route.abort())
    new_words.study("review", "First words")

    answer_easily(new_words, 20)


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


@pytest.mark.parametrize("mode", ["learn", "quiz"])
def test_practice_ends_after_a_batch_and_goes_on_with_another(large, mode):
    study(large, mode)
    large.shows_done(0, total=BATCH)

    assert goes_through(large) == BATCH
    large.press(f"Continue with {BATCH} more cards")
    large.shows_done(BATCH, total=2 * BATCH)
    assert goes_through(large) == BATCH

    large.waits(0)
    assert logged(large.omena.library, "SELECT count(DISTINCT card) FROM event") == [2 * BATCH]


def test_race_runs_through_a_batch(large):
    study(large, "race")

    assert goes_through(large) == BATCH

    expect(large.page.locator("#finish-title")).to_have_text(f"You remembered {BATCH}")


def test_practice_that_is_resumed_keeps_its_batch(large):
    study(large, "learn")
    large.answer(True, False)
    prompt = large.prompt
    large.waits(0)

    large.reload()

    large.shows_done(2, total=BATCH)
    assert large.prompt == prompt


def test_quiz_offers_four_answers_with_every_card_of_a_later_batch(large):
    study(large, "quiz")
    assert goes_through(large) == BATCH
    large.press(f"Continue with {BATCH} more cards")
    large.shows_done(BATCH, total=2 * BATCH)

    expect(large.page.locator(".choice")).to_have_count(4)
    offered = large.page.locator(".choice .txt").all_inner_texts()
    assert len(set(offered)) == 4
    large.keeps(BATCH).reload()
    assert large.page.locator(".choice .txt").all_inner_texts() == offered


def test_without_a_network_a_batch_ends_and_practice_continues_later(large):
    study(large, "learn")
    large.page.route(re.compile(r"/study/learn\?"), lambda route: route.abort())

    assert goes_through(large) == BATCH
    expect(large.page.locator("#finish-title")).to_have_text(f"You remembered all {BATCH}")
    large.press(f"Continue with {BATCH} more cards")
    expect(large.page.locator("#finish-words")).to_contain_text("can’t be reached")
    large.page.unroute_all()
    large.press(f"Continue with {BATCH} more cards")
    large.shows_done(BATCH, total=2 * BATCH)

    assert goes_through(large) == BATCH


def test_a_card_that_comes_back_while_more_are_fetched_keeps_its_answer(phone):
    phone.page.clock.install()
    phone.settle(newLimit="1").study("review")
    phone.page.keyboard.press("Space")
    answered = datetime.fromtimestamp(phone.page.evaluate("Date.now()") / 1000)
    phone.page.keyboard.press("1")
    expect(phone.button("9 more new cards")).to_be_visible()
    # The clock stands still, because a request is given up after twenty seconds, which a busy machine may need for the rest.
    phone.page.clock.pause_at(answered + timedelta(seconds=50))
    more = Held(phone.page, re.compile(r"/study/review\?"))
    phone.press("9 more new cards")
    more.wait()
    phone.page.clock.fast_forward(11_000)
    phone.press("Show answer")
    more.release()
    phone.page.clock.resume()

    expect(phone.page.locator("#score")).to_have_text("10")
    expect(phone.button("Good")).to_be_visible()


def test_the_wait_goes_on_if_the_new_cards_are_gone_meanwhile(phone):
    phone.settle(newLimit="1").study("review")
    phone.page.keyboard.press("Space")
    phone.page.keyboard.press("1")

    def without_cards(route):
        response = route.fetch()
        route.fulfill(response=response, json={**response.json(), "cards": [], "moreNew": 0})

    phone.page.route(re.compile(r"/study/review\?"), without_cards)
    phone.press("9 more new cards")

    expect(phone.button("9 more new cards")).to_be_hidden()
    expect(phone.page.get_by_role("heading", name=re.compile("^1 card comes back at"))).to_be_focused()


def test_without_a_network_browsing_stops_at_the_last_card_and_continues_later(large):
    study(large, "browse")
    large.page.route(re.compile(r"/study/browse\?"), lambda route: route.abort())

    assert goes_through(large, f"{DEALT} of {MANY}") == DEALT
    large.press("Next card")
    expect(large.page.locator("#hint")).to_contain_text("can’t be reached")
    large.page.unroute_all()
    large.press("Next card")
    expect(large.page.locator("#hint")).to_have_text("Nothing is recorded.")

    assert goes_through(large) == MANY - DEALT + 1
    expect(large.button("Next card")).to_be_disabled()
