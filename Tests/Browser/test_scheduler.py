"""The page Scheduler: fits, shows how well it predicts and what each target costs; and sessions follow their decks' settings."""

import re
import time
from collections import Counter
from datetime import datetime, timedelta

import pytest
from accessibility import lost, violations_in_schemes
from devices import DESKTOP, PHONE
from histories import DAY, study
from playwright.sync_api import expect
from table import logged


def open_scheduler(page, omena):
    page.goto(f"{omena.url}/statistics/scheduler")
    expect(page.get_by_role("heading", name="Scheduler", exact=True)).to_be_visible()


def fit(page):
    page.get_by_role("button", name="Fit now").click()
    expect(page.get_by_text(re.compile("Fitted on"))).to_be_visible()


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_and_nothing_is_lost(open_context, omena, screen):
    page = open_context(**screen).new_page()
    open_scheduler(page, omena)
    expect(page.get_by_text("There are no reviews yet")).to_be_visible()
    study(omena)
    open_scheduler(page, omena)
    fit(page)
    expect(page.locator("#cost-98 .minutes")).not_to_have_text("…")
    assert violations_in_schemes(page, {"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}) == []
    page.emulate_media(forced_colors="none")
    assert screen == DESKTOP or lost(page, [".figure-table"]) == []


def test_a_fit_is_announced_and_can_be_undone(open_context, omena):
    study(omena)
    study(omena, seed=6)
    page = open_context(**PHONE).new_page()
    open_scheduler(page, omena)

    fit(page)

    # The result has the focus, so that a screen reader reads it.
    expect(page.locator("#fit-result")).to_be_focused()
    expect(page.get_by_role("region", name="How well the scheduler knows you")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("The fit was undone")).to_be_visible()
    page.get_by_role("button", name="Redo").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    page.goto(f"{omena.url}/history")
    expect(page.get_by_text(re.compile(r"Fitted the scheduler to \d+ reviews"))).to_be_visible()


def test_both_columns_of_a_wide_window_are_used(open_context, omena):
    study(omena)
    page = open_context(**DESKTOP).new_page()
    open_scheduler(page, omena)
    fit(page)

    columns = page.locator(".figure-column").evaluate_all("""(columns) => columns.map((column) => {
        return column.lastElementChild.getBoundingClientRect().bottom - column.getBoundingClientRect().top;
    })""")

    assert min(columns) > max(columns) / 2, columns


def test_reviews_of_one_day_teach_nothing(open_context, omena):
    page = open_context(**PHONE).new_page()
    open_scheduler(page, omena)
    expect(page.get_by_text("simulated with the habits of a typical learner")).to_be_visible()
    study(omena, days=1)
    open_scheduler(page, omena)
    expect(page.get_by_text("simulated with your own habits")).to_be_visible()

    fit(page)

    expect(page.get_by_text("None of them came after a day or more, so there is nothing to learn from yet.")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_fits_without_a_script(open_context, omena):
    study(omena)
    page = open_context(**PHONE, java_script_enabled=False).new_page()
    open_scheduler(page, omena)

    def press(role, name):
        # What is on the page is looked at once, so the next one has to be there.
        with page.expect_navigation():
            page.get_by_role(role, name=name).click()

    press("button", "Fit now")
    while page.get_by_role("link", name="Refresh").count():
        press("link", "Refresh")

    expect(page.get_by_text(re.compile("Fitted on"))).to_be_visible()


def test_higher_targets_cost_more_and_remember_more(open_context, omena):
    study(omena)
    page = open_context(**DESKTOP).new_page()
    open_scheduler(page, omena)
    expect(page.locator("#cost-98 .minutes")).not_to_have_text("…")
    expect(page.locator("#cost-70 .minutes")).not_to_have_text("…")

    def figures(percent):
        return [float(page.locator(f"#cost-{percent} .{name}").inner_text().replace(",", "")) for name in ("minutes", "reviews", "remembered")]

    for low, high in ((70, 90), (90, 98)):
        assert all(less < more for less, more in zip(figures(low), figures(high)))
    expect(page.locator("tr[aria-current]")).to_contain_text("90%")


def test_the_settings_say_what_the_target_costs_this_learner(open_context, omena):
    study(omena)
    page = open_context(**PHONE).new_page()
    page.goto(f"{omena.url}/settings")
    slider = page.get_by_role("slider", name="Target retention")
    hint = page.locator("#retention-hint")

    expect(hint).to_contain_text("after a year you remember about")
    before = hint.inner_text()
    slider.focus()
    slider.press("End")
    expect(hint).to_contain_text("about 99 of 100")
    expect(hint).to_contain_text("after a year you remember about")
    assert hint.inner_text() != before


def test_a_session_over_decks_follows_the_target_of_each(open_context, omena):
    """Two cards with the same history, in decks that want to remember 70 % and 97 %: one comes back much later."""
    page = open_context(**DESKTOP).new_page()
    for name, target in (("Rough", 70), ("Exact", 97)):
        deck = omena.make_deck(name)
        omena.add_note(deck, en=f"{name} question", fi=f"{name} answer")
        omena.post_form(f"/decks/{deck}/options", **{"seen-name": name, "name": name, "retention": target})
    deal = omena.deal(["Rough", "Exact"], "review")
    now = int(time.time() * 1000)
    events = [
        {
            "id": str(10 * number + step), "note": card["note"], "face": card["face"], "moment": now - days * DAY, "offset": 0,
            "duration": 5_000, "kind": "review", "grade": "good", "due": now - DAY, "reviews": None, "mode": "review",
        }
        for number, card in enumerate(deal["cards"], 1)
        for step, days in enumerate((60, 30))
    ]
    status, answered = omena.post_reviews(deal, events)
    assert status == 200 and {result["outcome"] for result in answered["results"]} == {"stored"}

    page.goto(f"{omena.url}/study/review?deck=Rough&deck=Exact")
    days = {}
    for _ in range(2):
        page.get_by_role("button", name="Show answer").click()
        good = page.get_by_role("button", name=re.compile("^Good"))
        expect(good).to_be_visible()
        name = page.locator('.scene[data-depth="0"] .word').first.text_content().split()[0]
        days[name] = int(re.search(r"([\d,]+) d", good.inner_text())[1].replace(",", ""))
        good.click()

    # Intervals vary a little, so that cards learned together drift apart.
    assert days["Rough"] > 2 * days["Exact"]


def test_an_easy_day_gets_half_as_many_cards_of_a_session(desktop):
    """Twenty easy new cards come back after eight days, or up to two earlier or later; the eighth day is to be easy."""
    today = (datetime.now() - timedelta(hours=4)).date()
    easy = today + timedelta(days=8)
    desktop.settle(newLimit="20", **{f"easy{easy:%A}": "on"})
    desktop.study("review", "First words")
    for done in range(20):
        desktop.press("Show answer")
        desktop.press("Easy")
        desktop.shows_done(done + 1, total=20)
    desktop.waits(0)

    due = logged(desktop.omena.library, "SELECT due FROM event WHERE kind = 0")
    days = Counter(datetime.fromtimestamp(moment / 1000).date() for moment in due)
    assert len(due) == 20 and len(days) == 5
    assert 2 * days.pop(easy) <= min(days.values()), days
