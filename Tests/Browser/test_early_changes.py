"""What a learner does before the scripts of a page run, as on a slow network, counts as it does afterwards."""

import re

import pytest
from devices import DESKTOP
from histories import study
from playwright.sync_api import expect
from worlds import add

CATS = {"name": "Cats.csv", "mimeType": "", "buffer": b"front,back\nkissa,cat\nkoira,dog\n"}


class Slow:
    """A page whose script arrives only when it is told to."""

    def __init__(self, page, omena):
        self.page = page
        self.omena = omena
        self._held = []

    def open(self, path, script):
        address = re.compile(rf"/js/{script}\.js")
        self.page.route(address, lambda route: self._held.append(route), times=1)
        with self.page.expect_request(address):
            self.page.goto(self.omena.url + path, wait_until="commit")
        return self.page

    def run(self):
        self._held.pop().continue_()


@pytest.fixture
def slow(open_context, omena):
    return Slow(open_context(**DESKTOP).new_page(), omena)


def test_a_file_chosen_early_is_previewed(slow):
    page = slow.open("/import", "import")
    page.get_by_label("File").set_input_files(CATS)
    slow.run()

    expect(page.get_by_text("2 new cards")).to_be_visible()
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Imported Cats.csv")).to_be_visible()


def test_words_pasted_early_are_previewed(slow):
    page = slow.open("/import", "import")
    page.get_by_text("Paste a list instead").click()
    page.locator("#paste").fill("kissa, cat")
    slow.run()

    expect(page.get_by_text("1 new card")).to_be_visible()


def test_settings_changed_early_are_saved(slow):
    page = slow.open("/settings", "settings")
    page.get_by_role("radiogroup", name="Appearance").get_by_role("radio", name="Dark").check()
    page.get_by_role("switch", name="Sounds").click()
    page.get_by_role("textbox", name="New cards per day").fill("12")
    slow.run()

    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("#saved")).to_contain_text("Saved")
    # A number may still be being typed.
    with page.expect_response(lambda response: "newLimit=12" in (response.request.post_data or "")):
        page.get_by_role("textbox", name="New cards per day").press("Tab")
    page.reload()
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    expect(page.get_by_role("switch", name="Sounds")).to_be_checked()
    expect(page.get_by_role("textbox", name="New cards per day")).to_have_value("12")


def test_an_early_search_is_made(slow):
    page = slow.open("/cards", "list")
    page.get_by_role("searchbox", name="Search cards").fill("kissa")
    slow.run()

    expect(page).to_have_url(re.compile(r"\?query=kissa$"))
    expect(page.locator("#rows > li")).to_have_count(1)


def test_cards_ticked_early_are_selected(slow):
    page = slow.open("/cards?select=on", "list")
    for row in (0, 2):
        page.locator(".pick input").nth(row).check()
    slow.run()

    expect(page.get_by_text("2 cards selected")).to_be_visible()


def test_all_cards_are_selected_where_all_were_ticked_early(slow):
    page = slow.open("/cards?select=on&query=deck:%22First%20questions%22", "list")
    page.get_by_label("All 10 cards found").check()
    slow.run()

    expect(page.locator("#selected")).to_have_text("10 cards selected")
    expect(page.get_by_label("All 10 cards found")).to_be_checked()


def test_a_table_chosen_early_is_shown_again(slow):
    study(slow.omena)
    page = slow.open("/statistics", "statistics")
    figure = page.get_by_role("region", name="True retention", exact=True).first
    figure.get_by_role("radio", name="Table").check(force=True)
    slow.run()

    # Its script makes these.
    expect(page.get_by_role("slider").first).to_be_visible()
    page.goto(f"{slow.omena.url}/statistics?range=90")
    expect(figure.get_by_role("table")).to_be_visible()


def test_a_question_chosen_early_is_shown_and_going_back_shows_the_first_again(slow):
    omena = slow.omena
    omena.post_form("/cards/new", type=2, deck=omena.make_deck("Cats"), tags="", **{"f-1": "kissa", "f-2": "cat"})
    note = omena.read("SELECT note.id FROM note JOIN deck ON deck.id = deck WHERE name = ?", "Cats")
    page = slow.open(f"/cards/{note}/card", "cardpage")
    question = page.get_by_label("Question")
    first = question.input_value()
    question.select_option(index=1)
    slow.run()

    expect(page).to_have_url(re.compile(r"face="))
    expect(question).not_to_have_value(first)
    page.go_back()
    expect(question).to_have_value(first)
    expect(page.get_by_role("button", name="Show", exact=True)).to_have_count(0)
    expect(page).not_to_have_url(re.compile(r"face="))


def test_a_card_type_chosen_early_brings_its_fields(slow):
    page = slow.open("/cards/new", "form")
    page.get_by_label("Card type").select_option("Cloze")
    slow.run()

    expect(page.get_by_text("Write a gap as")).to_be_visible()


def test_what_was_typed_early_about_a_place_is_not_lost(slow):
    place = add(slow.omena, "Suva", -18.14, 178.44)
    page = slow.open(f"/places/{place}", "places")
    page.get_by_label("Name", exact=True).fill("Suva, Fiji")
    slow.run()

    expect(page.locator(".leaflet-container")).to_be_visible()
    page.locator("#close").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_an_early_choice_of_when_to_lock_is_sent(open_lock, omena):
    lock = open_lock(**DESKTOP)
    lock.turn_on()
    lock.unlock().is_open()
    slow = Slow(lock.page, omena)
    page = slow.open("/settings/lock", "lock")
    page.get_by_label("Lock automatically").select_option("after 2 minutes")

    with page.expect_request(lambda request: request.method == "POST") as sent:
        slow.run()
    assert sent.value.url == f"{omena.url}/settings/lock/idle"
    assert sent.value.post_data == "minutes=2"
