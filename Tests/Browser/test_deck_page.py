"""The page of a deck, and the numbers that it shares with the home page and the session."""

import json
import re
import sqlite3
import time

import pytest
from accessibility import lost, violations_in_schemes
from playwright.sync_api import expect
from serving import practice
from table import WORDS

DAY = 86_400_000


def review_ago(omena, count, days, due_in):
    """Reviews cards of the first deck some days ago, to be due some days from now."""
    deal = omena.deal("First questions")
    moment = int(time.time() * 1000) - days * DAY
    events = [
        practice(card, kind="review", mode="review", moment=moment, due=moment + (days + due_in) * DAY, reviews=0)
        for card in deal["cards"][:count]
    ]
    status, answer = omena.post_reviews(deal, events)
    assert status == 200, answer


def number(page, name):
    return int(page.locator(".deck-numbers div").filter(has_text=name).locator("dd").inner_text())


def test_the_page_of_a_deck_leads_to_everything_about_it(device):
    page = device.deck().page

    expect(page.get_by_role("heading", name="First questions", level=1)).to_be_visible()
    expect(page.get_by_role("heading", name="10 cards for today")).to_be_visible()
    assert (number(page, "known"), number(page, "learning"), number(page, "not started")) == (0, 0, 10)
    for name, address in (
        ("Study now", "/study/review?deck=First%20questions"),
        ("Learn", "/study/learn?deck=First%20questions"),
        ("Add cards", "/cards/new?deck=First%20questions"),
        ("Import", "/import?"),
        ("Export", "/export?"),
        ("New subdeck", "/decks/new?inside=First%20questions"),
        ("Options for First questions", "/options"),
    ):
        expect(page.get_by_role("link", name=name).first).to_have_attribute("href", re.compile(re.escape(address)))


def test_suspended_cards_are_not_counted_as_not_started(desktop):
    page, omena = desktop.page, desktop.omena
    page.goto(f"{omena.url}/cards?select=on&query=deck:%22First%20questions%22")
    for box in page.get_by_role("checkbox").all()[1:4]:
        box.check()
    page.get_by_role("button", name="Suspend", exact=True).click()
    expect(page.locator("#done")).to_contain_text("Suspended 3 cards")

    desktop.deck()

    expect(page.get_by_text("10 cards · 3 suspended")).to_be_visible()
    assert number(page, "not started") == 7
    expect(page.get_by_role("heading", name="7 cards for today")).to_be_visible()
    # Practice promises no number, because it has only the cards that are not suspended.
    assert not re.search(r"\d", page.get_by_role("region", name="Practice").inner_text())


@pytest.mark.parametrize("deck, offered", [("First words", 1), ("First questions", 0), ("Empty", 1)])
def test_options_offer_languages_where_cards_can_have_some(desktop, deck, offered):
    page, omena = desktop.page, desktop.omena
    omena.make_deck("Empty")

    page.goto(f"{omena.url}/decks/{omena.read('SELECT id FROM deck WHERE name = ?', deck)}/options")

    for name in ("New cards per day", "Reviews per day"):
        expect(page.get_by_role("textbox", name=name)).to_have_attribute("aria-describedby", "hint-limits")
    expect(page.locator("#hint-limits")).to_have_text("The limits of parent decks and of your settings also apply.")
    expect(page.get_by_role("region", name="Which languages to study")).to_have_count(offered)


def test_its_cards_are_searched_from_its_page(desktop):
    page = desktop.deck("First words").page

    page.get_by_role("searchbox", name="Search First words").fill("apple or water")
    page.keyboard.press("Enter")

    expect(page.locator("#query")).to_have_value('deck:"First words" (apple or water)')
    expect(page.get_by_role("listitem").filter(has_text="apple").first).to_be_visible()


def test_the_number_on_every_page_is_what_the_session_deals(device):
    review_ago(device.omena, 3, days=9, due_in=-7)
    page = device.home().page
    row = page.get_by_role("listitem").filter(has_text="First questions")
    expect(row).to_contain_text("3 due")
    expect(row).to_contain_text("7 new")
    row.get_by_role("link", name="First questions", exact=True).click()
    expect(page.get_by_role("heading", name="10 cards for today")).to_be_visible()
    assert (number(page, "learning"), number(page, "not started")) == (3, 7)
    (listed,) = [deck for deck in json.loads(device.omena.get("/api/v1/decks")[2]) if deck["name"] == "First questions"]
    assert (listed["learning"], listed["known"]) == (3, 0)
    assert listed["today"] == {"due": 3, "new": 7, "backLater": 0}

    page.get_by_role("link", name="Study now").click()

    device.is_ready().shows_done(0, 10)


@pytest.mark.parametrize("days", [0, 6])
def test_the_page_of_a_deck_expects_the_time_that_the_learner_takes(desktop, days):
    omena = desktop.omena
    deal = omena.deal("First words")
    moment = int(time.time() * 1000) - days * DAY
    answers = [practice(card, moment=moment, duration=30_000) for card in deal["cards"][:20]]
    assert omena.post_reviews(deal, answers)[0] == 200

    for show in (desktop.home, lambda: desktop.deck("First words")):
        page = show().page
        expect(page.get_by_role("heading", name="20 cards for today")).to_be_visible()
        expect(page.locator(".today-parts")).to_contain_text("about 10 min")


def test_the_forecast_shows_the_week(desktop):
    review_ago(desktop.omena, 3, days=9, due_in=-7)
    database = sqlite3.connect(desktop.omena.library)
    with database:
        database.execute("UPDATE card SET due = ? WHERE id > (SELECT min(id) FROM card WHERE due IS NOT NULL)", (int(time.time() * 1000) + 3 * DAY,))
    database.close()

    forecast = desktop.deck().page.get_by_role("region", name="Next seven days")

    assert forecast.locator("b").all_inner_texts() == ["1", "0", "0", "2", "0", "0", "0"]
    expect(forecast.get_by_text("3 reviews")).to_be_visible()


def test_what_comes_back_later_today_is_said_with_its_time(desktop):
    desktop.settle(newLimit="1").study("review")
    desktop.press("Show answer")
    desktop.press("Good")
    desktop.keeps(1)

    page = desktop.deck().page

    expect(page.get_by_role("heading", name="Done for now")).to_be_visible()
    expect(page.locator(".today").get_by_text(re.compile(r"^1 card comes back at \d+:\d\d$"))).to_be_visible()
    # The same card is not told once more as one of tomorrow, on which the forecast does not show it.
    expect(page.locator(".today")).not_to_contain_text("tomorrow")
    assert page.locator(".forecast b").first.inner_text() == "1"
    desktop.home()
    row = page.get_by_role("listitem").filter(has_text="First questions")
    expect(row).to_contain_text("1 card comes back at")
    expect(row.get_by_role("link", name="Study First questions")).to_have_count(0)


def answer_ago(omena, minutes):
    """Answers the first new card some minutes ago; its step ends ten minutes after that."""
    deal = omena.deal(mode="review")
    moment = int(time.time() * 1000) - minutes * 60_000
    answer = practice(deal["cards"][0], "good", kind="review", mode="review", moment=moment, due=moment + 600_000, reviews=0)
    assert omena.post_reviews(deal, [answer])[1]["results"][0]["outcome"] == "stored"


@pytest.mark.parametrize("is_hidden", [False, True], ids=["visible", "hidden"])
def test_a_page_that_stays_open_shows_the_cards_once_they_are_back(device, is_hidden):
    page, omena = device.page, device.omena
    device.settle(newLimit="1")
    answer_ago(omena, minutes=5)
    page.clock.install()
    device.deck()
    today = page.locator(".today")
    expect(today.get_by_text(re.compile(r"^1 card comes back at \d+:\d\d$"))).to_be_visible()
    search = page.get_by_role("searchbox", name="Search First questions")
    search.fill("why")
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    # By the server's clock, which stays, others are due.
    review_ago(omena, 3, days=10, due_in=0)

    if is_hidden:
        device.hide()
    page.clock.fast_forward(3 * 60_000)
    assert requests == []
    page.clock.fast_forward(3 * 60_000)
    if is_hidden:
        assert requests == []
        device.hide(False)

    expect(page.get_by_role("heading", name="3 cards for today")).to_be_visible()
    expect(today.get_by_role("link", name="Study now")).to_be_visible()
    expect(page.locator("#status")).to_have_text("3 cards for today")
    # The keyboard stays where it was, and what was typed with it.
    expect(search).to_be_focused()
    expect(search).to_have_value("why")
    page.clock.fast_forward(5 * 60_000)
    assert requests == [page.url]


def test_nested_decks_are_shown_inside_their_deck(desktop):
    page = desktop.page
    for name in ("Suomi", "Suomi::Eläimet"):
        page.goto(f"{desktop.omena.url}/decks/new")
        page.get_by_label("Name").fill(name)
        page.get_by_role("button", name="Create deck").click()
        page.wait_for_url("**/decks?done=*")
    branch = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="Suomi", exact=True))
    expect(branch.get_by_role("listitem").get_by_role("link", name="Eläimet", exact=True)).to_be_visible()

    desktop.deck("Suomi")

    expect(page.get_by_role("link", name="Eläimet", exact=True)).to_be_visible()
    assert "::" not in page.locator("main").inner_text()
    deck = desktop.omena.read("SELECT id FROM deck WHERE name = 'Suomi::Eläimet'")
    desktop.omena.add_note(deck, fi="kurainen koira", en="muddy dog")
    for path in ("/", "/decks", "/cards", "/history", "/statistics", "/export"):
        page.goto(f"{desktop.omena.url}{path}")
        shown = page.locator("main").inner_text()
        assert "Suomi › Eläimet" in shown or path in ("/", "/decks", "/statistics", "/export"), path
        assert "::" not in shown, path
    desktop.deck("Suomi")
    page.get_by_role("link", name="Options for Suomi", exact=True).click()
    page.get_by_role("button", name="Delete deck").click()
    expect(page.get_by_text("Deleted deck")).to_be_visible()
    assert page.url.startswith(f"{desktop.omena.url}/decks?done=")
    page.goto(f"{desktop.omena.url}/bin")
    binned = page.locator("main").inner_text()
    assert "Suomi › Eläimet" in binned and "::" not in binned


def test_a_subdeck_of_a_starter_deck_is_named_in_the_language_of_the_interface(open_context, omena):
    page = open_context(locale="uk-UA").new_page()
    page.goto(f"{omena.url}/decks/{omena.read('SELECT id FROM deck WHERE name = ?', 'First questions')}")
    page.locator("a[href^='/decks/new']").click()
    name = page.locator("#name")
    shown = name.input_value()
    assert shown.endswith("::") and "First" not in shown

    # Also a refused name is of that deck.
    page.locator("#save").click()
    expect(page.locator("#flaw-name")).to_be_visible()
    name.fill(f"{shown}Тварини")
    page.locator("#save").click()
    expect(page.locator("#done")).to_be_visible()

    assert omena.read("SELECT count(*) FROM deck WHERE name = 'First questions::Тварини'") == 1


@pytest.mark.parametrize("mode", ["review", "learn"])
def test_a_session_of_an_empty_deck_leads_on(desktop, mode):
    page = desktop.page
    page.goto(f"{desktop.omena.url}/decks/new")
    page.get_by_label("Name").fill("Empty")
    page.get_by_role("button", name="Create deck").click()
    page.wait_for_url("**/decks?done=*")

    page.goto(f"{desktop.omena.url}/study/{mode}?deck=Empty")

    expect(page.get_by_text("This deck has no cards yet.")).to_be_visible()
    expect(page.get_by_role("link", name="Import")).to_be_visible()
    page.get_by_role("link", name="Add cards").click()
    expect(page.get_by_label("Deck", exact=True).locator("option:checked")).to_have_text("Empty")


@pytest.mark.parametrize("mode", ["learn", "quiz", "browse"])
def test_practice_of_a_deck_whose_cards_are_all_suspended_leads_to_them(phone, mode):
    page, omena = phone.page, phone.omena
    cards = [{"note": card["note"], "face": card["face"]} for card in omena.deal(mode=mode)["cards"]]
    actions = json.dumps({"action": "suspend", "cards": cards})
    assert omena.request("POST", "/api/v1/cards/actions", actions, {"Content-Type": "application/json"})[0] == 200

    page.goto(f"{omena.url}/study/{mode}?deck=First%20questions")

    expect(page.get_by_text("There are no cards to study here.")).to_be_visible()
    expect(page.get_by_text("This deck has no cards yet.")).to_have_count(0)
    assert violations_in_schemes(page) == [] and lost(page) == []
    page.get_by_role("link", name="All cards").click()
    expect(page.locator("#query")).to_have_value('deck:"First questions"')
    expect(page.get_by_role("listitem").first).to_be_visible()


def test_more_is_offered_only_while_a_card_can_be_dealt(phone):
    page, omena = phone.page, phone.omena
    phone.settle(newLimit="1").study("review")
    phone.press("Show answer")
    phone.press("Easy")
    phone.keeps(1)
    phone.deck()
    expect(page.get_by_role("heading", name="Done for today")).to_be_visible()
    expect(page.get_by_role("link", name="Study more")).to_be_visible()
    cards = [{"note": card["note"], "face": card["face"]} for card in omena.deal(mode="browse")["cards"]]
    actions = json.dumps({"action": "suspend", "cards": cards})
    assert omena.request("POST", "/api/v1/cards/actions", actions, {"Content-Type": "application/json"})[0] == 200

    phone.deck()

    expect(page.get_by_role("heading", name="Done for today")).to_be_visible()
    expect(page.get_by_role("link", name="Study more")).to_have_count(0)
    # Other decks have cards beyond the day's limit.
    phone.home()
    expect(page.get_by_role("link", name="Study more")).to_be_visible()


def test_a_deck_that_is_gone_has_no_page(desktop):
    assert desktop.page.goto(f"{desktop.omena.url}/decks/12345").status == 404


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_nothing_is_lost_and_axe_finds_nothing(phone, direction):
    review_ago(phone.omena, 3, days=9, due_in=-7)
    page = phone.deck().page
    page.evaluate(f"document.documentElement.dir = '{direction}'")

    assert violations_in_schemes(page, *({"color_scheme": scheme} for scheme in ("light", "dark"))) == []
    assert lost(page) == []


def test_a_deck_has_a_colour_and_an_icon(device, omena):
    page = device.deck().page
    page.get_by_role("link", name="Options for First questions").click()

    page.get_by_role("radio", name="Blue").check(force=True)
    page.get_by_role("textbox", name="Icon").fill("🦉🦉")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#flaw-icon")).to_have_text("Enter one emoji or letter, or leave it empty.")
    page.get_by_role("textbox", name="Icon").fill("🦉")
    page.get_by_role("button", name="Save").click()

    expect(page.locator(".page-head .tile.deck-blue")).to_have_text("🦉")
    assert violations_in_schemes(page) == []
    device.home()
    expect(page.locator(".deck .tile.deck-blue")).to_have_text("🦉")
    expect(page.locator(".deck .tile")).not_to_have_count(1)
    assert violations_in_schemes(page) == [] and lost(page) == []


def test_a_search_of_any_length_has_an_address(desktop):
    page = desktop.page
    page.goto(f"{desktop.omena.url}/decks/{desktop.omena.read('SELECT id FROM deck LIMIT 1')}")
    search = page.get_by_placeholder("Search these cards")
    search.fill("語" * 10_000)
    search.press("Enter")

    expect(page.get_by_role("heading", name="Nothing found")).to_be_visible()


@pytest.mark.parametrize("later", ["fr", "en"])
def test_starter_deck_keeps_its_name_when_its_options_are_saved_in_another_language(desktop, later):
    page, omena = desktop.page, desktop.omena
    deck = omena.read("SELECT id FROM deck WHERE name = 'First questions'")
    desktop.settle(language="fr")
    page.goto(f"{omena.url}/decks/{deck}/options")
    expect(page.locator("#name")).to_have_value("Premières questions")

    # Perhaps in another tab.
    desktop.settle(language=later)
    page.locator("#newLimit").fill("7")
    page.get_by_role("button", name="Enregistrer", exact=True).click()

    page.wait_for_url(lambda url: not url.endswith("/options"))
    assert omena.read("SELECT name FROM deck WHERE id = ?", deck) == "First questions"
    assert omena.read("SELECT settings ->> '$.newLimit' FROM deck WHERE id = ?", deck) == 7
