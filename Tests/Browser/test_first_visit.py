"""The first minutes of a new learner: the languages, seven words, the phone, and other programs."""

import re
import time

import pytest
from accessibility import lost, violations_in_schemes
from clocks import Clock
from devices import PHONE
from playwright.sync_api import expect
from serving import Omena, copy_new_library
from table import Table

LANGUAGES = {"I speak": "English", "I’m learning": "French · Français"}


def choose_languages(table):
    page = table.home().page
    for label, name in LANGUAGES.items():
        page.get_by_label(label).select_option(label=name)
    page.get_by_role("button", name="Learn the first words").click()
    table.page.wait_for_url("**/welcome/words/*")
    return table.is_ready()


def learn_words(table):
    """Meets and answers words until all are answered; returns how often each was introduced and asked."""
    introduced, asked = 0, 0
    while asked < 7:
        prompt = table.prompt
        if table.button("Got it").is_visible():
            table.press("Got it")
            introduced += 1
        else:
            table.press("Show answer")
            table.press("Good")
            asked += 1
        if asked < 7:
            table.until(f"() => document.querySelector('.scene[data-depth=\"0\"] .front .word')?.innerText !== {prompt!r}")
    return introduced, asked


def test_from_the_first_page_to_seven_words_in_the_scheduler(phone):
    begin = time.monotonic()
    phone.settle(introduces=True)
    choose_languages(phone)
    phone.shows_done(0, 7)

    assert learn_words(phone) == (7, 7)

    assert time.monotonic() - begin < 90
    phone.keeps(7)
    assert phone.omena.read("SELECT count(*) FROM card WHERE stage = 1") == 7
    assert phone.omena.read("SELECT count(*) FROM card WHERE face <> 'en>fr'") == 0


def test_the_next_day_the_main_button_deals_what_it_promises(open_context, tmp_path):
    copy_new_library(tmp_path / "library.omena")
    clock = Clock(tmp_path / "clock")
    omena = Omena(tmp_path / "library.omena")
    omena.environment = clock.environment
    with omena:
        phone = Table(open_context(**PHONE).new_page(), omena).settle(introduces=True)
        choose_languages(phone)
        learn_words(phone)
        phone.keeps(7)

        clock.set(24 * 3_600)
        title = phone.home().page.locator("#today").inner_text()
        promised = int(re.fullmatch(r"(\d+)\s+cards for today", title)[1])
        phone.page.get_by_role("link", name="Study now").click()

        phone.is_ready().shows_done(0, promised)
        assert promised == 7 + 20
        while phone.state == "studying":
            phone.press("Got it" if phone.button("Got it").is_visible() else "Show answer")
            if phone.button("Easy").is_visible():
                phone.press("Easy")
        expect(phone.page.get_by_role("heading", name="Done for today")).to_be_visible()
        phone.keeps(promised)
        expect(phone.home().page.get_by_role("heading", name="Done for today")).to_be_visible()


def test_after_the_words_come_the_phone_and_other_programs(phone):
    phone.settle(introduces=True)
    choose_languages(phone)
    learn_words(phone)

    page = phone.page
    expect(page.get_by_role("heading", name="You’ve learned your first 7 words")).to_be_focused()
    expect(page.locator("#wait-words")).to_have_text(re.compile(r"^Come back at \d+:\d\d to review them\. Next, take them with you"))
    page.get_by_role("link", name="Continue").click()
    expect(page.get_by_role("heading", name="Study on your phone")).to_be_visible()
    expect(page.get_by_text("omena serve --host 0.0.0.0")).to_be_visible()
    page.get_by_role("link", name="Continue").click()
    expect(page.get_by_role("heading", name="Coming from Anki or Quizlet?")).to_be_visible()
    expect(page.get_by_role("link", name="Import a file")).to_have_attribute("href", re.compile("^/import"))
    page.get_by_role("link", name="Go to your decks").click()

    expect(page.get_by_role("link", name="First words in French", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Welcome to Omena")).to_have_count(0)
    expect(page.get_by_role("heading", name="13 cards for today")).to_be_visible()


def test_no_further_words_come_after_a_break(phone):
    def answer(count):
        for _ in range(count):
            phone.page.keyboard.press("Space")
            phone.page.keyboard.press("3")

    choose_languages(phone)
    answer(2)
    phone.keeps(2)

    phone.home().page.go_back()

    expect(phone.is_ready().page.locator(".study-line")).to_contain_text("5 to go")
    answer(5)
    phone.keeps(7)
    phone.reload()
    expect(phone.page.get_by_role("heading", name="You’ve learned your first 7 words")).to_be_visible()


def test_words_that_were_known_end_the_first_visit_too(phone):
    choose_languages(phone)
    for _ in range(7):
        phone.page.keyboard.press("Space")
        phone.page.keyboard.press("4")

    expect(phone.page.get_by_role("heading", name="You’ve learned your first 7 words")).to_be_visible()
    phone.page.get_by_role("link", name="Continue").click()
    expect(phone.page.get_by_role("heading", name="Study on your phone")).to_be_visible()


def test_the_deck_is_named_in_the_language_of_the_page_and_questions_are_in_that_of_the_learner(open_context, omena):
    table = Table(open_context(locale="fr-FR").new_page(), omena).home()
    table.page.locator("#learns").select_option("ja")
    table.page.locator("#speaks").select_option("fr")
    table.page.locator(".welcome button:not([name])").click()
    table.page.wait_for_url("**/welcome/words/*")

    assert omena.read("SELECT count(*) FROM deck WHERE name = 'Premiers mots en japonais'") == 1
    assert omena.read("SELECT count(*) FROM note WHERE fields ->> '$.2.text' = 'Le miel'") == 1


def test_the_form_of_a_new_card_opens_with_the_chosen_pair(phone):
    choose_languages(phone)
    page = phone.page

    page.goto(f"{phone.omena.url}/cards/new?deck=First%20words%20in%20French")

    expect(page.get_by_role("textbox", name="English", exact=True)).to_be_visible()
    expect(page.get_by_role("textbox", name="French", exact=True)).to_be_visible()
    expect(page.get_by_role("textbox", name="Finnish", exact=True)).to_be_hidden()
    page.get_by_text(re.compile(r"^\d+ more languages$")).click()
    expect(page.get_by_role("textbox", name="Finnish", exact=True)).to_be_visible()


def test_the_welcome_can_be_skipped(phone):
    page = phone.home().page

    page.get_by_role("button", name="Not now").click()

    expect(page.get_by_role("heading", name="Welcome to Omena")).to_have_count(0)
    expect(page.get_by_role("heading", name="20 cards for today")).to_be_visible()


@pytest.mark.parametrize("path", ["/phone", "/welcome/import"])
def test_the_steps_are_for_everyone(phone, path):
    phone.page.goto(phone.omena.url + path)

    assert violations_in_schemes(phone.page) == []
    assert lost(phone.page) == []


def test_a_skipped_welcome_leaves_cards_that_ask_in_the_language_of_the_page(open_context, omena):
    table = Table(open_context(locale="fr-FR").new_page(), omena).home()

    table.page.locator(".welcome button[name]").click()

    expect(table.page.locator(".welcome")).to_have_count(0)
    assert omena.read("SELECT count(*) FROM note WHERE fields ->> '$.2.text' = 'Le miel'") == 1
    assert table.study("review", "First words").page.locator(".scene[data-depth='0'] .front .face-hit > .word").get_attribute("lang") == "fr"
