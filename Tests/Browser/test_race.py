"""Race: against the clock, which a test advances by hand."""

import re
import time

import pytest
from playwright.sync_api import expect
from table import DECK, standing_grades

AGAIN, GOOD = 1, 3


@pytest.fixture
def race(phone):
    """A race whose clock stops between the actions of a test."""
    return begin(phone)


def begin(table, deck=DECK):
    table.page.clock.install()
    table.study("race", deck)
    table.page.clock.pause_at(table.page.evaluate("Date.now() + 1000") / 1000)
    return table


def left(table):
    words = table.page.get_by_role("timer").inner_text()
    return int(re.fullmatch(r"Time: (\d+)", words)[1])


def run(table, seconds):
    table.page.clock.run_for(seconds * 1000)


def saved(table, steps):
    """The grades in the log, lowest first: while the clock is stopped all answers have the same moment."""
    table.keeps(steps)
    return sorted(standing_grades(table.omena.library))


def shows(table, **figures):
    for name, figure in figures.items():
        expect(table.page.locator(f"#{name}")).to_have_text(str(figure))


def test_race_begins_with_a_hundred_seconds(phone):
    phone.page.clock.install()
    phone.page.clock.pause_at(time.time() + 1)
    phone.study("race")

    assert left(phone) == 100
    assert phone.page.title() == f"Race {DECK} · Omena"
    shows(phone, score=0, strikes=0, left=10)


def test_clock_counts_down_once_a_second(race):
    seconds = left(race)

    for second in range(1, 6):
        run(race, 1)
        assert left(race) == seconds - second


def test_answers_make_score_and_strikes(race):
    race.answer(True, True, False, True)

    shows(race, score=3, strikes=1, left=7)
    assert saved(race, 4) == [AGAIN, GOOD, GOOD, GOOD]


def test_wrong_card_goes_to_the_bottom_unrevealed(race):
    first = race.prompt
    race.press("Show answer")
    race.press("Wrong")
    for _ in range(9):
        assert race.prompt != first
        race.answer(True)

    assert race.prompt == first
    race.shows_side("front")
    race.answer(True)
    expect(race.page.get_by_role("heading", name="You remembered 10")).to_be_visible()


def test_last_card_comes_back_until_it_is_remembered(race):
    race.answer(*[True] * 9)
    last = race.prompt
    race.answer(False, False)

    assert race.prompt == last
    shows(race, score=9, strikes=2, left=1)


def test_race_ends_when_time_is_up(race):
    race.answer(True, False, True)
    race.keeps(3)
    run(race, 100)

    expect(race.page.get_by_role("heading", name="You remembered 2")).to_be_visible()
    expect(race.page.locator("#finish-words")).to_have_text("Time is up")
    expect(race.page.get_by_role("status")).to_have_text("Time is up.")
    race.answer(True)
    run(race, 10)
    assert saved(race, 3) == [AGAIN, GOOD, GOOD]
    assert left(race) == 0


def test_end_lists_remembered_and_missed_cards(race):
    struck = race.prompt
    race.answer(False, *[True] * 10)

    expect(race.page.locator("#remembered li")).to_have_count(9)
    expect(race.page.get_by_role("heading", name="What went well")).to_be_visible()
    expect(race.page.get_by_role("heading", name="Cards to look at again")).to_be_visible()
    expect(race.page.locator("#missed li b")).to_have_text([struck])
    expect(race.page.locator("#tally-remembered")).to_have_text("10")
    expect(race.page.locator("#tally-missed")).to_have_text("1")


def test_empty_stack_stops_the_clock_for_good(race):
    run(race, 3)
    race.answer(*[True] * 10)
    seconds = left(race)

    run(race, 5)
    race.hide()
    race.hide(False)
    run(race, 5)

    assert left(race) == seconds
    assert race.state == "finished"


def test_start_again_deals_the_deck_again(race):
    race.answer(True, False)
    run(race, 100)

    race.press("Start again")

    assert left(race) == 100
    shows(race, score=0, strikes=0, left=10)
    expect(race.button("Undo")).to_be_disabled()
    run(race, 1)
    assert left(race) == 99
    seen = set()
    for _ in range(10):
        seen.add(race.prompt)
        race.answer(True)
    assert len(seen) == 10


def test_clock_stops_while_the_page_is_hidden(race):
    run(race, 2)
    seconds = left(race)

    race.hide()
    run(race, 30)
    assert left(race) == seconds
    race.hide(False)
    run(race, 2)

    assert left(race) in (seconds - 2, seconds - 3)


def test_clock_stops_while_the_device_sleeps(race):
    seconds = left(race)

    race.page.clock.fast_forward(60_000)
    run(race, 1)

    assert left(race) >= seconds - 2


def test_pause_hides_the_cards_and_stops_the_clock(race):
    run(race, 3)
    seconds = left(race)

    race.press("Pause the clock")
    expect(race.page.get_by_role("heading", name="Paused")).to_be_visible()
    expect(race.page.locator("#table")).to_be_hidden()
    expect(race.button("Continue")).to_be_focused()
    run(race, 30)
    race.answer(True)
    race.press("Continue")

    assert left(race) == seconds
    shows(race, score=0)
    run(race, 1)
    assert left(race) == seconds - 1


def test_list_of_shortcuts_stops_the_clock(desktop):
    begin(desktop)
    seconds = left(desktop)

    desktop.page.keyboard.press("?")
    run(desktop, 20)
    assert left(desktop) == seconds
    desktop.page.keyboard.press("Escape")
    run(desktop, 2)

    assert left(desktop) in (seconds - 2, seconds - 3)


def test_undo_restores_score_strikes_and_card_but_not_time(race):
    first = race.prompt
    race.answer(False)
    run(race, 4)
    seconds = left(race)

    race.page.locator("#undo").click()

    assert race.prompt == first
    shows(race, score=0, strikes=0, left=10)
    assert left(race) == seconds
    assert saved(race, 2) == []


def test_undo_after_the_last_card_restarts_the_clock(race):
    run(race, 5)
    race.answer(*[True] * 10)
    seconds = left(race)
    run(race, 20)

    race.button("Undo").click()

    shows(race, score=9, left=1)
    run(race, 2)
    assert left(race) in (seconds - 2, seconds - 1)


def test_length_is_a_setting(desktop):
    desktop.settle(raceClock=True, raceSeconds=30)
    begin(desktop)

    assert left(desktop) >= 29
    run(desktop, 30)

    assert desktop.state == "finished"


def test_race_without_a_timer_never_ends_by_time(desktop):
    desktop.settle(raceClock=False)
    begin(desktop)

    expect(desktop.page.get_by_role("timer")).to_have_text("No timer")
    expect(desktop.button("Pause the clock")).to_be_hidden()
    run(desktop, 700)
    desktop.answer(*[True] * 10)

    expect(desktop.page.get_by_role("heading", name="You remembered 10")).to_be_visible()
    expect(desktop.page.locator("#finish-words")).to_have_text("All 10 cards, with no timer")


def test_clock_is_announced_at_milestones_only(desktop):
    begin(desktop)
    status = desktop.page.get_by_role("status")

    run(desktop, 60)
    expect(status).to_be_empty()
    run(desktop, 10)
    expect(status).to_have_text("30 seconds left.")
    expect(desktop.page.get_by_role("timer")).to_have_attribute("aria-live", "off")


def test_reload_resumes_with_the_remaining_time(desktop):
    desktop.study("race")
    desktop.answer(True, False)
    desktop.until("() => Number(document.querySelector('[role=timer]').innerText.replace('Time: ', '')) < 99")
    prompt = desktop.prompt
    desktop.keeps(2)
    seconds = left(desktop)

    desktop.reload()

    assert desktop.prompt == prompt
    # The clock is the real one, so a busy machine may lose some seconds.
    assert seconds - 10 < left(desktop) <= seconds
    shows(desktop, score=1, strikes=1, left=9)
