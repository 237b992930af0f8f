"""What stands side by side or one above the other is level, and what a learner needs next is in sight."""

import pytest
from devices import DESKTOP, PHONE
from playwright.sync_api import expect

NARROW = {**PHONE, "viewport": {"width": 320, "height": 640}}

# The middle of the first line of text in an element.
LINE = """(element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const line = range.getClientRects()[0];
    return line.top + line.height / 2;
}"""


def box(page, part):
    return page.locator(part).first.bounding_box()


def sides(page, part):
    """Where the part begins and ends on its line."""
    found = box(page, part)
    return round(found["x"]), round(found["x"] + found["width"])


@pytest.mark.parametrize("page", ["home", "deck"])
def test_both_columns_of_study_begin_level(desktop, page):
    getattr(desktop, page)()
    assert box(desktop.page, ".home-decks .section-head")["y"] == box(desktop.page, ".today-card")["y"]


def test_both_columns_of_the_settings_begin_level(desktop):
    desktop.page.goto(f"{desktop.omena.url}/settings")
    heading = desktop.page.get_by_role("heading", name="Studying").evaluate(LINE)
    folded = desktop.page.locator("summary", has_text="Advanced").evaluate(LINE)
    assert heading == pytest.approx(folded, abs=1)


@pytest.mark.parametrize("mode", ["review", "learn", "quiz", "race", "browse"])
def test_the_buttons_are_as_wide_as_the_card(desktop, mode):
    desktop.study(mode, "First words")
    assert sides(desktop.page, ".controls") == sides(desktop.page, ".scene[data-depth='0']")


@pytest.mark.parametrize("state", ["asked", "waiting"])
def test_a_phone_with_large_text_shows_the_next_button(phone, state):
    page = phone.page
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; })"
    )
    phone.study("review")
    button = "Show answer"
    if state == "waiting":
        for key in ("1", *["4"] * 9):
            page.keyboard.press("Space")
            page.keyboard.press(key)
        button = "Show next card now"
    expect(phone.button(button)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("screen", [PHONE, NARROW, DESKTOP], ids=["phone", "narrow", "desktop"])
def test_the_sheet_of_a_card_shows_all_of_the_card_and_where_its_facts_begin(open_context, omena, screen):
    page = open_context(**screen).new_page()
    page.goto(f"{omena.url}/cards")
    page.locator(".open-card").first.click()
    sheet = page.locator("#sheet")
    expect(sheet.locator(".facts")).to_be_visible()
    foot = sheet.locator(".sheet-foot").bounding_box()["y"]
    fact = sheet.locator(".facts > div").first.bounding_box()
    assert fact["y"] + fact["height"] <= foot


def test_the_buttons_of_a_panel_stand_apart_from_its_words(phone):
    phone.study("race").press("Pause the clock")
    words, button = box(phone.page, "#pause-words"), box(phone.page, "#resume")
    assert button["y"] - words["y"] - words["height"] >= 24


@pytest.mark.parametrize("width", [375, 390, 412])
def test_the_filters_fit_one_row_of_a_phone(phone, width):
    phone.page.set_viewport_size({"width": width, "height": 844})
    deck = phone.omena.make_deck("Tagged")
    phone.omena.post_form("/cards/new", type=1, deck=deck, tags="food", **{"f-1": "bread", "f-2": "leipä"})
    phone.page.goto(f"{phone.omena.url}/cards")
    filters = phone.page.locator("#filters .chip").all()
    assert len(filters) == 4
    assert len({filter.bounding_box()["y"] for filter in filters}) == 1


def test_an_empty_deck_has_one_main_button_that_adds_cards(phone):
    phone.omena.make_deck("Bare")
    main = phone.deck("Bare").page.locator(".btn-primary")
    expect(main).to_have_count(1)
    expect(main).to_have_text("Add cards")
    expect(phone.deck("First words").page.locator(".btn-primary")).to_have_text(["Study now"])
