"""A card in a sheet over the list, and the filters of the list."""

import re

import pytest
from accessibility import violations, violations_in_schemes
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from test_cards_list import List


@pytest.fixture(params=["phone", "desktop"])
def cards(request, open_context, omena):
    return List(open_context(**(PHONE if request.param == "phone" else DESKTOP)).new_page(), omena)


def test_a_long_prompt_stands_above_its_answer(cards):
    page, omena = cards.page, cards.omena
    deck = omena.read("SELECT id FROM deck WHERE name = 'First words'")
    omena.add_note(deck, fi="kivi " * 400, en="stonestone")
    page.goto(f"{omena.url}/cards?query=stonestone")
    page.locator(".open-card").first.click()
    sheet = page.get_by_role("dialog", name="Card")
    expect(sheet.locator(".face-hit:visible").first).to_be_focused()
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("Enter")
    expect(sheet.locator(".card")).to_have_attribute("data-side", "back")

    place = "node => { const { top, bottom } = node.getBoundingClientRect(); return [top, bottom]; }"
    face, asked, answer = (sheet.locator(f".face.back {part}").evaluate(place) for part in (".face-in", ".asked", ".word"))
    assert face[0] <= asked[0] and asked[1] <= answer[0]


def test_row_opens_as_a_card_that_turns(cards):
    page = cards.page
    page.goto(f"{cards.omena.url}/cards?sort=prompt&query=type:verb")
    sheet = page.get_by_role("dialog", name="Card")
    first, second = page.locator("#rows .p").all_inner_texts()[:2]
    answer = page.locator("#rows .a").first.inner_text()
    cards.row(first).locator(".open-card").click()
    expect(sheet.get_by_role("heading", level=1)).to_have_text(first)
    expect(page).to_have_url(re.compile(r"/cards/\d+/card\?back="))
    face = sheet.locator(".face-hit:visible").first
    expect(face).to_be_focused()
    expect(sheet.locator(".card")).to_have_attribute("data-side", "front")
    page.keyboard.press("Enter")
    expect(sheet.locator(".card")).to_have_attribute("data-side", "back")
    expect(sheet.locator(".face.back .word")).to_have_text(answer)
    sheet.locator(".scene").click()
    expect(sheet.locator(".card")).to_have_attribute("data-side", "front")
    expect(sheet.locator(".facts")).to_contain_text("not scheduled yet")
    page.emulate_media(reduced_motion="reduce")
    assert violations_in_schemes(page) == []

    # From row to row by button and by key; Escape leads back to the open row.
    expect(sheet.get_by_role("button", name="Previous card")).to_be_disabled()
    sheet.get_by_role("button", name="Next card").click()
    expect(sheet.get_by_role("heading", level=1)).to_have_text(second)
    page.keyboard.press("ArrowLeft")
    expect(sheet.get_by_role("heading", level=1)).to_have_text(first)
    page.keyboard.press("ArrowRight")
    expect(sheet.get_by_role("heading", level=1)).to_have_text(second)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(cards.row(second).locator(".open-card")).to_be_focused()
    expect(page).to_have_url(f"{cards.omena.url}/cards?sort=prompt&query=type:verb")

    # The back button also closes it, and its own address opens it as a page.
    page.keyboard.press("Enter")
    expect(sheet).to_be_visible()
    address = page.url
    page.go_back()
    expect(sheet).to_be_hidden()
    page.goto(address)
    page.keyboard.press("Enter") if page.locator(".face-hit:focus").count() else page.locator(".scene").click()
    expect(page.locator(".card")).to_have_attribute("data-side", "back")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.wait_for_url(f"{cards.omena.url}/cards?*")
    expect(page.locator("#rows")).to_be_visible()


def test_card_is_suspended_and_deleted_in_its_sheet(cards):
    page = cards.page
    page.goto(f"{cards.omena.url}/cards?query=rain")
    cards.row("rain").locator(".open-card").click()
    page.get_by_role("button", name="Suspend", exact=True).click()
    cards.says("Suspended “rain”")
    cards.row("rain").locator(".open-card").click()
    expect(page.locator(".facts")).to_contain_text("not until you unsuspend it")
    page.get_by_role("button", name="Delete", exact=True).click()
    cards.says("Deleted “rain”").is_gone("rain")
    cards.undo()
    expect(cards.row("rain")).to_be_visible()


def test_card_opens_without_a_script(open_context, omena):
    cards = List(open_context(**PHONE, java_script_enabled=False).new_page(), omena)
    cards.row("rain").locator(".open-card").click()
    expect(cards.page.locator(".plain-side")).to_have_text(["rain", "sade"])
    cards.page.get_by_role("button", name="Suspend", exact=True).click()
    cards.says("Suspended “rain”")


def test_filters_write_the_query(cards):
    page = cards.page
    box = page.get_by_role("searchbox")
    filters = page.get_by_role("group", name="Filters")

    def choose(filter, choice):
        filters.locator("summary").filter(has_text=filter).click()
        filters.get_by_role("link", name=choice, exact=True).click()

    choose("Word type", "verb")
    expect(box).to_have_value("type:verb")
    cards.count("found")
    expect(filters.locator(".chip.on")).to_have_text("Word type: verb")
    expect(page).to_have_url(f"{cards.omena.url}/cards?query=type%3Averb")
    choose("Deck", "First words")
    expect(box).to_have_value('deck:"First words" type:verb')
    expect(filters.locator(".chip.on")).to_have_count(2)
    filters.locator("summary").filter(has_text="State").click()
    assert violations_in_schemes(page) == []
    page.keyboard.press("Escape")
    expect(filters.locator("details[open]")).to_have_count(0)
    choose("Word type: verb", "Any")
    expect(box).to_have_value('deck:"First words"')
    cards.count("345 cards found")
