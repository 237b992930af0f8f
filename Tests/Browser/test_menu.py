"""Actions on the top card other than answering it."""

import re
import sqlite3

import pytest
from playwright.sync_api import expect
from table import BATCH, logged


def choose(table, name):
    table.press("More")
    sheet = table.page.get_by_role("dialog", name="This card")
    expect(sheet).to_be_visible()
    sheet.get_by_role("button", name=name, exact=True).click()
    expect(sheet).to_be_hidden()


def says(table, words):
    expect(table.page.locator("#done-toast")).to_contain_text(words)


def undo(table):
    table.page.locator("#done-toast").get_by_role("button", name="Undo").click()
    # Sooner than it goes by itself.
    expect(table.page.locator("#done-toast")).to_be_hidden(timeout=8_000)


def columns(table, column):
    database = sqlite3.connect(f"file:{table.omena.library}?mode=ro", uri=True)
    try:
        return [row[0] for row in database.execute(f"SELECT {column} FROM card WHERE {column}")]
    finally:
        database.close()


@pytest.mark.parametrize(("name", "words"), [("Suspend", "Suspended 1 card"), ("Bury until tomorrow", "Buried 1 card")])
def test_removed_card_leaves_and_undo_brings_it_back(phone, name, words):
    phone.learn()
    first = phone.prompt

    choose(phone, name)

    says(phone, words)
    assert phone.prompt != first
    phone.shows_done(0, total=9)
    undo(phone)
    phone.shows_done(0, total=10)
    prompts = set()
    for _ in range(10):
        prompts.add(phone.prompt)
        phone.answer(True)
    assert first in prompts


def next_prompt(table):
    """The prompt of the card below the top one."""
    return table.page.locator(".scene[data-depth='1'] .front .word").inner_text()


@pytest.mark.parametrize("name", ["Suspend", "Bury until tomorrow"])
def test_the_next_card_is_asked_when_an_answered_one_is_removed(desktop, name):
    desktop.study("quiz", "First words")
    following = next_prompt(desktop)
    desktop.page.keyboard.press("1")
    expect(desktop.button("Continue")).to_be_visible()

    choose(desktop, name)

    expect(desktop.button("Continue")).to_be_hidden()
    expect(desktop.page.locator("#verdict")).to_be_hidden()
    assert desktop.prompt == following
    desktop.shows_done(1, total=BATCH)
    # It has been answered, so that its return adds nothing.
    undo(desktop)
    assert desktop.prompt == following
    desktop.shows_done(1, total=BATCH)
    desktop.page.keyboard.press("1")
    desktop.press("Continue")
    desktop.shows_done(2, total=BATCH)
    assert desktop.prompt != following
    assert len(desktop.saved_grades()) == 2


def test_a_removed_card_that_was_nearly_right_counts_for_nothing(desktop):
    desktop.settle(quiz="typed").study("quiz", "First questions")
    back = "(prompt) => JSON.parse(document.getElementById('deal').textContent).cards.find(({ front }) => front.text === prompt).back.text"
    while len(answer := desktop.page.evaluate(back, desktop.prompt)) < 8:
        desktop.press("Show answer")
        desktop.press("Continue")
    seen = desktop.progress
    following = next_prompt(desktop)
    field = desktop.page.get_by_role("textbox", name="Your answer")
    field.fill(f"{answer[:-1]}q")
    field.press("Enter")
    expect(desktop.button("Count as correct")).to_be_visible()

    choose(desktop, "Suspend")

    expect(desktop.button("Count as correct")).to_be_hidden()
    expect(field).to_have_value("")
    assert desktop.prompt == following
    desktop.shows_done(seen, total=9)
    assert len(desktop.saved_grades()) == seen


def test_the_last_card_can_be_removed_after_its_answer(desktop):
    desktop.study("quiz", "First questions")
    for _ in range(9):
        desktop.page.keyboard.press("1")
        desktop.page.keyboard.press("Enter")
    desktop.page.keyboard.press("1")
    expect(desktop.button("Continue")).to_be_visible()

    choose(desktop, "Suspend")

    expect(desktop.page.locator("#finish-title")).to_be_visible()
    expect(desktop.page.locator("#remembered li, #missed li")).to_have_count(10)


def test_flag_is_shown_on_an_answered_card(desktop):
    desktop.study("quiz", "First words")
    desktop.page.keyboard.press("1")

    choose(desktop, "Blue")

    expect(desktop.scene).to_have_attribute("data-flag", "4")
    expect(desktop.button("Continue")).to_be_visible()
    desktop.press("More")
    expect(desktop.button("Blue")).to_have_attribute("aria-pressed", "true")


def test_suspended_card_is_not_dealt_again(desktop):
    desktop.learn()
    first = desktop.prompt
    choose(desktop, "Suspend")
    says(desktop, "Suspended 1 card")

    desktop.study("browse")

    prompts = {desktop.prompt}
    for _ in range(8):
        desktop.press("Next card")
        prompts.add(desktop.prompt)
    assert first not in prompts and len(prompts) == 9


def test_flag_is_shown_and_stored(phone):
    phone.learn()
    phone.answer(True)
    phone.keeps(1)

    choose(phone, "Blue")

    says(phone, "Flagged 1 card blue")
    expect(phone.scene).to_have_attribute("data-flag", "4")
    assert columns(phone, "flag") == [4]
    phone.reload()
    expect(phone.scene).to_have_attribute("data-flag", "4")
    phone.press("More")
    expect(phone.button("Blue")).to_have_attribute("aria-pressed", "true")
    phone.button("No flag").click()
    expect(phone.scene).to_have_attribute("data-flag", "0")


def test_due_date_can_be_changed_in_review(desktop):
    desktop.study("review")
    first = desktop.prompt

    desktop.press("More")
    desktop.page.get_by_label("Due in days").fill("30")
    desktop.page.get_by_label("Due in days").press("Enter")

    says(desktop, "due in 30 days")
    assert desktop.prompt != first
    desktop.shows_done(0, total=9)


def test_card_can_be_reset_in_review(desktop):
    desktop.study("review")
    first = desktop.prompt
    desktop.page.keyboard.press("Space")
    desktop.page.keyboard.press("1")
    desktop.page.keyboard.press("Space")
    desktop.page.keyboard.press("u")
    desktop.keeps(2)
    assert desktop.prompt == first

    choose(desktop, "Reset progress")

    says(desktop, "Reset the progress of 1 card")
    assert desktop.prompt != first
    undo(desktop)
    desktop.shows_done(0, total=10)


def test_card_reset_in_practice_stays_on_the_stack(desktop):
    desktop.settle(countsLearn=True).learn()
    first = desktop.prompt
    desktop.answer(True)
    desktop.keeps(1)
    desktop.page.keyboard.press("u")
    desktop.keeps(2)
    desktop.answer(True)
    desktop.keeps(3)
    desktop.study("browse")
    while desktop.prompt != first:
        desktop.press("Next card")
    assert reviews(desktop) == [1]

    choose(desktop, "Reset progress")

    says(desktop, "Reset the progress of 1 card")
    assert desktop.prompt == first
    assert reviews(desktop) == [0]


def reviews(table):
    """The number of reviews of each card since it was last reset."""
    return logged(table.omena.library, "SELECT reviews FROM card")


def test_links_lead_to_the_forms_and_back(desktop):
    desktop.learn()
    note = desktop.page.evaluate(
        """(prompt) => JSON.parse(document.getElementById("deal").textContent).cards
            .find(({ front }) => front.text === prompt).note""",
        desktop.prompt,
    )

    desktop.press("More")

    back = "back=%2Fstudy%2Flearn%3Fdeck%3DFirst%2520questions"
    for name, address in {"Edit card": f"/cards/{note}?{back}", "Add card": f"/cards/new?deck=First%20questions&{back}"}.items():
        expect(desktop.page.get_by_role("link", name=name)).to_have_attribute("href", address)
    expect(desktop.page.get_by_role("link", name="Edit deck")).to_have_attribute("href", re.compile(r"/decks/\d+/options"))


def test_menu_is_complete_by_keyboard(desktop):
    desktop.learn()
    first = desktop.prompt

    desktop.button("More").focus()
    desktop.page.keyboard.press("Enter")
    edit = desktop.page.get_by_role("link", name="Edit card")
    expect(edit).to_be_focused()
    # The list cuts off what lies outside it, such as a ring around its first row.
    assert edit.evaluate("(edit) => parseFloat(getComputedStyle(edit).outlineOffset) + parseFloat(getComputedStyle(edit).outlineWidth)") <= 0
    desktop.page.keyboard.press("Escape")

    expect(desktop.button("More")).to_be_focused()
    assert desktop.prompt == first


def test_missing_network_is_reported(desktop):
    desktop.learn()
    first = desktop.prompt
    desktop.page.route("**/cards/actions", lambda route: route.abort())

    choose(desktop, "Suspend")

    says(desktop, "can’t be reached")
    assert desktop.prompt == first


def edit_top_card(table):
    table.press("More")
    table.page.get_by_role("link", name="Edit card").click()
    expect(table.page.get_by_role("heading", name="Edit card")).to_be_visible()


def test_card_deleted_from_a_session_can_be_brought_back(device):
    device.learn()
    device.answer(True)
    device.keeps(1)
    deleted = device.prompt
    edit_top_card(device)

    device.press("Delete")

    says(device, "Deleted “")
    device.is_ready().shows_done(1, total=9)
    expect(device.page.locator("#done-toast")).to_be_visible()
    assert "done=" not in device.page.url
    assert device.prompt != deleted
    with device.page.expect_navigation():
        device.page.locator("#done-toast").get_by_role("button", name="Undo").click()
    device.is_ready().shows_done(1, total=10)


def test_undo_key_takes_back_the_deletion_before_the_answer(desktop):
    desktop.learn()
    desktop.answer(True)
    desktop.keeps(1)
    edit_top_card(desktop)
    desktop.press("Delete")
    desktop.is_ready().shows_done(1, total=9)
    expect(desktop.page.locator("#done-toast")).to_be_visible()

    with desktop.page.expect_navigation():
        desktop.page.keyboard.press("u")
    desktop.is_ready().shows_done(1, total=10)
    desktop.page.keyboard.press("u")

    desktop.shows_done(0, total=10)


def test_undo_key_takes_back_what_the_menu_did(desktop):
    desktop.learn()
    desktop.answer(True)
    choose(desktop, "Suspend")
    says(desktop, "Suspended 1 card")
    desktop.shows_done(1, total=9)

    desktop.page.keyboard.press("u")

    desktop.shows_done(1, total=10)


def test_menu_without_a_network_offers_nothing(device):
    device.learn()
    device.page.context.set_offline(True)

    device.press("More")

    sheet = device.page.get_by_role("dialog", name="This card")
    expect(sheet.get_by_role("status")).to_contain_text("can’t be reached")
    expect(sheet.get_by_role("button")).to_have_text(["Close"])
    expect(sheet.get_by_role("link")).to_have_count(0)
    expect(sheet.get_by_role("button", name="Close")).to_be_focused()


def test_answer_by_pointer_says_when_the_card_comes_back(device):
    device.study("review")
    device.press("Show answer")

    device.page.locator("#grade-3").click()

    expect(device.page.locator("#taken span")).to_have_text(re.compile("^Good · back in 1\\d min$"))
