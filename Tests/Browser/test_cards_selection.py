"""Several cards at once: selected by touch, mouse and keys, moved, tagged, suspended, deleted, and restored at once."""

import pytest
from accessibility import violations, violations_in_schemes
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from test_cards_list import List


class Selecting(List):
    """The list of cards as a test selects in it."""

    def box(self, text):
        return self.page.get_by_label(f"Select {text}", exact=True)

    def selected(self, words):
        expect(self.page.locator("#selected")).to_have_text(words)
        return self

    def way(self, name):
        self.page.locator("#selection summary").filter(has_text=name).click()
        return self

    def press(self, name):
        self.page.locator("#selection").get_by_role("button", name=name, exact=True).click()
        return self

    def is_over(self):
        expect(self.page.locator("#selection")).to_be_hidden()
        return self

    def first(self, count):
        return self.page.locator("#rows .p").all_inner_texts()[:count]


@pytest.fixture
def desktop_list(open_context, omena):
    return Selecting(open_context(**DESKTOP).new_page(), omena)


@pytest.fixture
def phone_list(open_context, omena):
    return Selecting(open_context(**PHONE).new_page(), omena)


def test_mouse_selects_moves_tags_and_deletes_with_one_undo_each(desktop_list):
    cards, page = desktop_list, desktop_list.page
    first, second, third, fourth = cards.first(4)
    page.get_by_role("link", name="Select", exact=True).click()
    cards.row(first).locator(".open-card").click()
    cards.selected("1 card selected")
    cards.row(fourth).locator(".open-card").click(modifiers=["Shift"])
    cards.selected("4 cards selected")
    cards.box(second).uncheck()
    cards.selected("3 cards selected")

    cards.way("Tags")
    page.get_by_role("combobox", name="Tags").fill("seen, good")
    cards.press("Add tags").is_over().says("Tagged 3 cards “seen, good”")
    page.get_by_role("searchbox").fill("tag:good")
    cards.count("3 cards found")
    cards.is_gone(second)

    # All results of the query but one.
    page.get_by_role("link", name="Select", exact=True).click()
    page.get_by_label("All 3 cards found").check()
    cards.box(third).uncheck()
    cards.selected("2 cards selected").way("Move")
    page.get_by_label("Move to").select_option("First questions")
    cards.press("Move here").is_over().says("Moved 2 cards to “First questions”")
    expect(cards.row(first)).to_contain_text("First questions")
    expect(cards.row(third)).to_contain_text("First words")
    cards.undo()
    # What was done before can then be undone as well.
    expect(page.locator("#status")).to_contain_text("Undone: Moved 2 cards")
    cards.says("Tagged 3 cards “seen, good”")
    expect(cards.row(first)).to_contain_text("First words")

    page.get_by_role("searchbox").fill("")
    cards.count("355 cards")
    page.get_by_role("link", name="Select", exact=True).click()
    cards.press("Delete")
    expect(page.locator("#selection .error")).to_have_text("Select some cards first.")
    page.get_by_label("All 355 cards").check()
    cards.press("Delete").is_over().says("Deleted 355 cards").count("0 cards")
    cards.undo().count("355 cards")


def test_all_selects_no_more_than_was_shown(desktop_list):
    cards, page = desktop_list, desktop_list.page
    page.get_by_role("searchbox").fill("deck:\"First questions\"")
    cards.count("10 cards found")
    page.get_by_role("link", name="Select", exact=True).click()
    page.get_by_label("All 10 cards found").check()
    other = page.context.new_page()
    other.goto(f"{cards.omena.url}/cards/new?type=1")
    other.get_by_label("Deck", exact=True).select_option("First questions")
    other.get_by_label("Front", exact=True).fill("Which fruit?")
    other.get_by_label("Back", exact=True).fill("An apple")
    other.get_by_role("button", name="Add card", exact=True).click()
    expect(other.get_by_label("Front", exact=True)).to_have_value("")
    other.close()

    cards.press("Delete")
    expect(page.locator("#selection .error")).to_have_text(
        "The list has changed: 11 cards are selected now. Repeat the action if you still want it.")
    cards.selected("11 cards selected").count("11 cards found")
    expect(cards.row("Which fruit?")).to_be_visible()

    cards.press("Delete").is_over().says("Deleted 11 cards").count("0 cards found")


def test_keys_select_row_by_row_and_all_results(desktop_list):
    cards, page = desktop_list, desktop_list.page
    page.locator(".open-card").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".open-card").nth(1)).to_be_focused()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    cards.selected("3 cards selected")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    cards.selected("2 cards selected")
    page.keyboard.press("Escape")
    cards.is_over()
    page.keyboard.press("Control+a")
    cards.selected("355 cards selected")
    page.locator(".open-card").first.focus()
    page.keyboard.press("Delete")
    cards.says("Deleted 355 cards").undo().count("355 cards")


def test_columns_stay_aligned_while_selecting(desktop_list):
    page = desktop_list.page
    desktop_list.omena.post_form("/cards/new", type=1, deck=desktop_list.omena.make_deck("D"), tags="", **{"f-1": "a", "f-2": "b"})
    page.goto(f"{desktop_list.omena.url}/cards")
    page.locator("#select").click()
    expect(page.locator(".pick").first).to_be_visible()

    starts = page.locator(".open-card .a").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().left)")
    assert len(starts) > 10 and max(starts) - min(starts) < 1


def test_long_press_selects_a_row_and_further_taps_select_more(phone_list):
    cards, page = phone_list, phone_list.page
    first, second = cards.first(2)
    box = cards.row(first).bounding_box()
    devtools = page.context.new_cdp_session(page)
    point = {"x": box["x"] + 80, "y": box["y"] + box["height"] / 2}
    devtools.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    cards.selected("1 card selected")
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page).to_have_url(f"{cards.omena.url}/cards")
    cards.row(second).locator(".open-card").tap()
    cards.selected("2 cards selected")
    cards.swipe(second, -160)
    expect(cards.row(second)).to_be_visible()

    assert violations_in_schemes(page) == []
    cards.way("Tags")
    assert violations(page) == []
    page.keyboard.press("Escape")
    cards.press("Suspend").says("Suspended 2 cards")
    page.get_by_role("searchbox").fill("is:suspended")
    cards.count("2 cards found")
    page.get_by_role("link", name="Select", exact=True).click()
    page.get_by_label("All 2 cards found").check()
    cards.press("Unsuspend").says("Unsuspended 2 cards").count("0 cards found")


def test_selecting_works_without_scripts(open_context, omena):
    cards = Selecting(open_context(**PHONE, java_script_enabled=False).new_page(), omena)
    page = cards.page
    page.get_by_role("link", name="Select", exact=True).click()
    first, second = cards.first(2)
    cards.box(first).check()
    cards.box(second).check()
    cards.press("Delete").says("Deleted 2 cards").count("353 cards").undo()

    cards.count("355 cards")


def test_replacement_is_previewed_first(desktop_list):
    cards, page = desktop_list, desktop_list.page
    page.get_by_role("searchbox").fill("deck:\"First words\"")
    cards.count("345 cards found")
    page.get_by_role("heading", name="Cards").click()
    page.keyboard.press("Control+a")
    cards.press("Replace")
    expect(page.get_by_text("In 345 cards.")).to_be_visible()
    expect(page.get_by_label("Find", exact=True)).to_be_focused()
    page.keyboard.type("sade")
    expect(page.locator("#preview del").first).to_have_text("sade")
    page.get_by_label("Replace with").fill("vesisade")
    page.get_by_label("Where").select_option("Finnish")
    page.get_by_label("Whole words only").check()
    expect(page.locator("#save")).to_have_text("Replace in 1 card")
    expect(page.locator("#preview ins")).to_have_text("vesisade")
    assert violations_in_schemes(page) == []
    # The last input was not previewed yet: it is previewed, and not applied.
    page.get_by_label("Find", exact=True).fill("sad")
    page.get_by_label("Find", exact=True).press("Enter")
    expect(page.locator("#found-words")).to_have_text("Nothing to change.")
    page.get_by_label("Find", exact=True).fill("sade")
    expect(page.locator("#save")).to_have_text("Replace in 1 card")
    page.keyboard.press("Enter")
    cards.says("Replaced “sade” with “vesisade” in 1 card")
    expect(page.get_by_role("searchbox")).to_have_value('deck:"First words"')
    expect(cards.row("rain")).to_contain_text("vesisade")
    cards.undo()
    expect(cards.row("rain").locator(".a")).to_have_text("sade")
