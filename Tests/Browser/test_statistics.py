"""The statistics page: figures with drawings and tables, for a deck, a search and a range."""

import json
import re
import time

import pytest
from accessibility import lost, violations_in_schemes
from playwright.sync_api import expect
from serving import practice

DAY = 86_400_000


@pytest.fixture
def studied(omena):
    """Ten cards learned forty days ago, seven of nine recalled ten days later, and three practised today."""
    deal = omena.deal("First questions")
    now = int(time.time() * 1000)

    def review(card, ago, due, **changes):
        return practice(card, kind="review", mode="review", moment=now - ago * DAY, due=now + due * DAY, reviews=0, **changes)

    events = [review(card, 40, -30) for card in deal["cards"]]
    events += [review(card, 30, 10, grade="again" if n < 2 else "good") for n, card in enumerate(deal["cards"][:9])]
    events += [practice(card) for card in deal["cards"][:3]]
    status, answer = omena.post_reviews(deal, events)
    assert status == 200 and {result["outcome"] for result in answer["results"]} == {"stored"}, answer
    return omena


def figure(page, name):
    return page.get_by_role("region", name=name, exact=True)


def test_the_tab_leads_to_figures_that_say_what_they_show(device, studied):
    page = device.home().page
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Statistics").click()

    expect(page.get_by_text(re.compile("^Today: 3 answers"))).to_be_visible()
    expect(figure(page, "Days").get_by_text("You studied on 1 of the last 30 days.")).to_be_visible()
    expect(figure(page, "Retention").get_by_text("You recalled 7 of 9.")).to_be_visible()
    expect(figure(page, "Answers").get_by_text(re.compile("^22 answers on 3 days"))).to_be_visible()
    expect(figure(page, "Grades").get_by_text("2 of 19 reviews were Again.")).to_be_visible()


def test_the_table_holds_what_the_drawing_shows(desktop, studied):
    page = desktop.page
    page.goto(f"{desktop.omena.url}/statistics")
    grades = figure(page, "Grades")

    grades.get_by_text("Table").click()

    cells = [row.all_inner_texts() for row in [grades.locator("tbody tr").nth(n).locator("th, td") for n in range(3)]]
    assert cells == [["learning", "0", "0", "10", "0"], ["young", "2", "0", "7", "0"], ["mature", "0", "0", "0", "0"]]


def test_scope_and_range_are_in_the_address(desktop, studied):
    page = desktop.page
    page.goto(f"{desktop.omena.url}/statistics")
    page.get_by_label("Deck").select_option("First questions")
    page.get_by_role("button", name="Show", exact=True).click()
    page.get_by_role("link", name="30 days").click()

    expect(page).to_have_url(f"{desktop.omena.url}/statistics?deck=First%20questions&range=month")
    expect(figure(page, "Answers").get_by_text(re.compile("^3 answers on 1 days|^12 answers on 2 days"))).to_be_visible()
    expect(page.get_by_role("link", name="30 days")).to_have_attribute("aria-current", "page")
    page.goto(f"{desktop.omena.url}/statistics?search=spider")
    expect(figure(page, "Cards").get_by_text("0 of 1 cards are mature.")).to_be_visible()


def test_programs_get_the_same_numbers(studied):
    figures = json.loads(studied.get("/api/v1/statistics?range=all")[2])

    assert figures["retention"] == {"recalled": 7, "of": 9}
    assert figures["grades"] == {"learning": [0, 0, 10, 0], "young": [2, 0, 7, 0], "mature": [0, 0, 0, 0]}
    assert [(day["reviews"], day["practice"]) for day in figures["days"]] == [(10, 0), (9, 0), (0, 3)]
    assert sum(figures["states"].values()) == 355
    assert studied.get("/api/v1/statistics?deck=Nothing")[0] == 404


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_everybody_can_read_it(phone, studied, direction):
    page = phone.page
    page.goto(f"{phone.omena.url}/statistics")
    page.evaluate(f"document.documentElement.dir = '{direction}'; document.querySelectorAll('details').forEach((one) => (one.open = true))")

    assert violations_in_schemes(page) == []
    assert lost(page) == []


def test_a_new_learner_sees_what_will_be_here(phone):
    phone.page.goto(f"{phone.omena.url}/statistics")

    expect(phone.page.get_by_text("No cards answered today yet.")).to_be_visible()
    expect(figure(phone.page, "Retention").get_by_text("Nothing has come up for review yet.")).to_be_visible()
