"""The list of cards: searched, opened, deleted by touch, key and menu, and restored."""

import json
import re

import pytest
from accessibility import violations_in_schemes
from devices import DESKTOP, PHONE
from held import Held
from playwright.sync_api import expect
from table import WORDS


class List:
    """The list of cards as a test uses it."""

    def __init__(self, page, omena):
        self.page = page
        self.omena = omena
        self.page.goto(f"{omena.url}/cards")

    def row(self, text):
        return self.page.get_by_role("listitem").filter(has_text=text).first

    def count(self, words):
        expect(self.page.locator("#count")).to_contain_text(words)
        return self

    def is_gone(self, text):
        expect(self.page.locator("#rows").get_by_text(text, exact=True)).to_have_count(0)
        return self

    def says(self, text):
        expect(self.page.locator("#done")).to_contain_text(text)
        return self

    def edit(self, text):
        """Opens the form of a row, by its card."""
        self.row(text).get_by_role("link").first.click()
        self.page.get_by_role("link", name="Edit", exact=True).click()
        return self

    def undo(self):
        self.page.locator("#done").get_by_role("button", name="Undo").click()
        return self

    def swipe(self, text, dx):
        """Swipes a row with Chromium's own touch events."""
        box = self.row(text).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        devtools = self.page.context.new_cdp_session(self.page)
        touch = lambda kind, points: devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        touch("touchStart", [{"x": x, "y": y}])
        for step in range(1, 6):
            touch("touchMove", [{"x": x + dx * step / 5, "y": y}])
        touch("touchEnd", [])
        return self


@pytest.fixture(params=["phone", "desktop"])
def cards(request, open_context, omena):
    return List(open_context(**(PHONE if request.param == "phone" else DESKTOP)).new_page(), omena)


@pytest.fixture
def touched(open_context, omena):
    return List(open_context(**PHONE).new_page(), omena)


def test_row_shows_prompt_answer_word_type_and_deck(cards):
    row = cards.count("355 cards").row("rain")

    expect(row.get_by_text("rain", exact=True)).to_have_attribute("lang", "en")
    expect(row.get_by_text("sade", exact=True)).to_have_attribute("lang", "fi")
    expect(row.locator(".badge")).to_have_text("noun")
    expect(row).to_contain_text("First words")


def test_menu_deletes_and_undo_restores(cards):
    cards.row("rain").get_by_label("Actions for rain").click()
    cards.row("rain").get_by_role("button", name="Delete").click()
    cards.is_gone("rain").says("Deleted “rain”").count("354 cards")
    cards.undo()

    expect(cards.row("rain")).to_be_visible()
    cards.count("355 cards")


def test_quick_deletions_can_all_be_undone(cards):
    cards.row("rain").get_by_role("link").first.focus()
    cards.page.keyboard.press("Delete")
    cards.says("Deleted “rain”")
    cards.page.keyboard.press("Delete")
    cards.count("353 cards")

    cards.undo().count("354 cards").says("Deleted “rain”")
    cards.undo().count("355 cards").says("Undone: Deleted “rain”")


def test_menu_closes_on_escape_and_on_a_click_elsewhere(cards):
    menu = cards.row("rain").get_by_role("link", name="Edit")
    cards.row("rain").get_by_label("Actions for rain").click()
    expect(menu).to_be_visible()
    cards.page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(cards.row("rain").get_by_label("Actions for rain")).to_be_focused()
    cards.row("rain").get_by_label("Actions for rain").click()
    cards.page.get_by_role("heading", name="Cards").click()
    expect(menu).to_be_hidden()


def test_delete_key_deletes_the_focused_row(cards):
    cards.row("rain").get_by_role("link").first.focus()
    cards.page.keyboard.press("Delete")

    cards.is_gone("rain").says("Deleted “rain”")
    expect(cards.page.locator(".open-card").first).to_be_focused()


def test_undoing_leaves_the_focus_in_the_list(cards):
    cards.row("rain").get_by_role("link").first.focus()
    cards.page.keyboard.press("Delete")
    cards.says("Deleted “rain”")

    cards.page.locator("#done").get_by_role("button", name="Undo").press("Enter")

    cards.count("355 cards")
    expect(cards.page.locator("#rows .open-card:focus")).to_have_count(1)


def test_late_deletion_leaves_the_focus_where_the_learner_moved_it(cards):
    held = Held(cards.page, "**/cards/*")
    cards.row("rain").get_by_role("link").first.focus()
    cards.page.keyboard.press("Delete")
    held.wait()
    cards.page.keyboard.press("/")

    held.release()

    cards.is_gone("rain").says("Deleted “rain”")
    expect(cards.page.get_by_role("searchbox", name="Search cards")).to_be_focused()


def test_swipe_to_the_left_deletes(touched):
    touched.swipe("rain", -160).is_gone("rain").says("Deleted “rain”")


def test_row_found_by_typing_has_its_menu_and_its_swipe(touched):
    """Rows fetched after a letter come without their menus."""
    touched.page.get_by_role("searchbox", name="Search cards").press_sequentially("rain")
    touched.count("1 card found").row("rain").get_by_label("Actions for rain").click()
    expect(touched.row("rain").get_by_role("link", name="Edit", exact=True)).to_have_attribute(
        "href", re.compile(r"^/cards/\d+\?back=%2Fcards%3Fquery%3Drain$")
    )
    touched.page.keyboard.press("Escape")

    touched.swipe("rain", -160).is_gone("rain").says("Deleted “rain”")


def test_short_swipe_does_nothing(touched):
    touched.swipe("rain", -40)

    expect(touched.row("rain")).to_be_visible()
    expect(touched.page.locator("#done")).to_have_count(0)
    expect(touched.page).to_have_url(f"{touched.omena.url}/cards")


def test_swipe_to_the_right_edits(touched):
    touched.swipe("rain", 160)

    expect(touched.page.get_by_role("heading", name="Edit card")).to_be_visible()


def test_saving_leads_back_to_the_list(cards):
    cards.page.goto(f"{cards.omena.url}/cards?query=rain")
    cards.edit("rain")
    cards.page.get_by_role("textbox", name="Finnish", exact=True).fill("sade, vesisade")
    cards.page.get_by_role("button", name="Save", exact=True).click()

    cards.says("Changed “rain”")
    expect(cards.row("rain")).to_contain_text("vesisade")
    expect(cards.page.get_by_role("searchbox")).to_have_value("rain")


def test_search_finds_cards_and_reports_no_results(cards):
    box = cards.page.get_by_role("searchbox", name="Search cards")
    box.press_sequentially("plui")
    cards.count("1 card found")
    expect(cards.row("rain")).to_be_visible()
    expect(cards.page).to_have_url(f"{cards.omena.url}/cards?query=plui")
    box.fill("<b>nothing</b>")

    expect(cards.page.get_by_text("“<b>nothing</b>”")).to_be_visible()
    box.fill("")
    cards.count("355 cards")


def test_count_follows_the_rows_while_typing(cards):
    """While typing, the rows come first; their total is announced once they are counted."""
    cards.page.get_by_role("searchbox", name="Search cards").press_sequentially("s")
    count = cards.page.locator("#count")
    expect(count).to_have_text(re.compile(r"^\d+ cards found$"))
    number = count.inner_text().split()[0]

    assert 50 < int(number) < 355
    expect(cards.row("rain")).to_have_attribute("aria-setsize", number)
    expect(cards.page.get_by_role("status")).to_have_text(count.inner_text())
    cards.page.get_by_role("link", name="Select", exact=True).click()
    expect(cards.page.get_by_label(f"All {number} cards found")).to_be_visible()


def test_mistake_in_a_query_is_shown_where_it_is(cards):
    cards.page.get_by_role("searchbox", name="Search cards").fill("rain is:dew")

    expect(cards.page.locator("#mistakes kbd")).to_contain_text("dew")
    expect(cards.row("rain")).to_be_visible()


def test_order_is_chosen_and_kept(cards):
    cards.page.get_by_label("Sort").select_option("A to Z")
    expect(cards.page).to_have_url(f"{cards.omena.url}/cards?sort=prompt")
    expect(cards.page.locator("#rows .p").first).not_to_have_text("rain")
    first = cards.page.locator("#rows .p").first.inner_text()
    cards.page.reload()

    expect(cards.page.locator("#rows .p").first).to_have_text(first)
    expect(cards.page.get_by_label("Sort")).to_have_value("prompt")


@pytest.mark.parametrize("typed", ["", "-tag:none or tag:none"], ids=["opened", "typed"])
def test_list_continues_at_its_end(cards, typed):
    page, rows = cards.page, cards.page.locator("#rows > li")
    page.locator("#query").fill(typed)
    cards.count("355 cards found" if typed else "355 cards")
    expect(rows.first).to_have_attribute("aria-posinset", "1")
    first = rows.first.locator(".p").inner_text()
    while page.locator("#more").count():
        last = rows.last.get_attribute("aria-posinset")
        rows.last.scroll_into_view_if_needed()
        page.wait_for_function(
            "(last) => !document.getElementById('more')"
            " || document.querySelector('#rows > li:last-child').ariaPosInSet !== last",
            arg=last,
        )

    # Only rows near the window are in the page; a screen reader is told their position in the list.
    expect(page.locator("#rows > li[aria-posinset='355'][aria-setsize='355']")).to_be_attached()
    assert rows.count() <= 250
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    tall = page.evaluate("document.documentElement.scrollHeight")
    offset = page.evaluate("scrollY")
    text = rows.last.locator(".p").inner_text()

    # Going back from a card leads to the same position.
    rows.last.locator(".open-card").focus()
    page.keyboard.press("e")
    expect(page.get_by_role("heading", name="Edit card")).to_be_visible()
    page.go_back()
    expect(rows.last.locator(".p")).to_have_text(text)
    expect(rows.last).to_have_attribute("aria-posinset", "355")
    expect(rows.last.locator(".open-card")).to_be_focused()
    assert abs(page.evaluate("scrollY") - offset) < 2
    assert abs(page.evaluate("document.documentElement.scrollHeight") - tall) < 2
    page.evaluate("scrollTo(0, 0)")
    expect(rows.first).to_have_attribute("aria-posinset", "1")
    expect(rows.first.locator(".p")).to_have_text(first)


def test_list_works_without_a_script(open_context, omena):
    cards = List(open_context(**PHONE, java_script_enabled=False).new_page(), omena)
    cards.row("rain").get_by_label("Actions for rain").click()
    cards.row("rain").get_by_role("button", name="Delete").click()
    cards.says("Deleted “rain”").is_gone("rain").undo()
    expect(cards.row("rain")).to_be_visible()
    cards.page.get_by_role("link", name="Show more").click()
    expect(cards.page.locator("#rows > li")).to_have_count(50)


def test_bin_restores_deleted_cards(cards):
    cards.row("rain").get_by_role("link").first.focus()
    cards.page.keyboard.press("Delete")
    cards.says("Deleted “rain”")
    cards.page.get_by_role("link", name="Bin").click()
    expect(cards.page.get_by_text("30 days left")).to_be_visible()
    cards.page.get_by_role("button", name="Restore rain").click()

    cards.says("Restored “rain”")
    expect(cards.page.get_by_text("The bin is empty.")).to_be_visible()


def test_bin_is_restored_as_a_whole_or_emptied(cards):
    for word in ("rain", "dog"):
        cards.page.goto(f"{cards.omena.url}/cards?query={word}")
        cards.row(word).get_by_role("link").first.focus()
        cards.page.keyboard.press("Delete")
        cards.says(f"Deleted “{word}”")
    cards.page.goto(f"{cards.omena.url}/bin")

    cards.page.get_by_role("button", name="Restore all").click()
    cards.says("Restored 2 cards").undo()
    cards.says("Undone: Restored 2 cards")
    expect(cards.row("rain")).to_be_visible()
    cards.page.get_by_text("Empty the bin…").click()
    assert violations_in_schemes(cards.page) == []
    cards.page.get_by_role("button", name="Empty the bin", exact=True).click()

    expect(cards.page.get_by_text("The bin is empty.")).to_be_visible()
    assert cards.omena.read("SELECT count(*) FROM note WHERE binned IS NOT NULL") == 0


def test_bin_shows_notes_of_a_deleted_deck_in_the_language_of_the_page(open_context, omena):
    page = open_context(**PHONE, locale="fr-FR").new_page()
    deck = omena.read("SELECT id FROM deck WHERE name = 'First words'")
    page.goto(f"{omena.url}/decks/{deck}/options")
    page.locator("[value=delete]").click()
    page.wait_for_url("**/decks**done=*")

    page.goto(f"{omena.url}/bin")

    expect(page.locator(".says").first).to_have_attribute("lang", "fr")


@pytest.mark.parametrize("name", ["Decks", "Tags", "Card types", "History", "Bin"])
def test_pages_beside_the_list_lead_back_to_it(cards, name):
    page = cards.page
    page.goto(f"{cards.omena.url}/cards")
    page.get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()

    page.get_by_role("link", name="Back", exact=True).click()

    expect(page.get_by_role("heading", name="Cards", level=1)).to_be_visible()


def test_change_that_others_depend_on_cannot_be_undone(cards):
    for action in ("First", "Second"):
        cards.page.goto(f"{cards.omena.url}/cards?query=rain")
        cards.edit("rain")
        cards.page.get_by_role("textbox", name="Finnish", exact=True).fill(action)
        cards.page.get_by_role("button", name="Save", exact=True).click()
        cards.says("Changed “rain”")
    cards.page.goto(f"{cards.omena.url}/history")
    expect(cards.page.get_by_text("Changed “rain”", exact=True)).to_have_count(2)
    cards.page.get_by_role("button", name="Undo: Changed “rain”").last.click()

    expect(cards.page.get_by_text("it was changed again later")).to_be_visible()


def test_deck_is_created_renamed_deleted_and_undone(cards):
    page = cards.page
    page.get_by_role("link", name="Decks", exact=True).click()
    page.get_by_role("link", name="New deck").click()
    page.get_by_label("Name").fill("Food::Fruit")
    page.get_by_role("button", name="Create deck").click()
    cards.says("Created deck “Food › Fruit”")
    page.get_by_role("link", name="Options for First words").click()
    page.get_by_label("Name").fill("food::FRUIT")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Name")).to_have_accessible_description(re.compile("A deck named “Food › Fruit” already exists"))
    page.get_by_label("Name").fill("Words")
    page.get_by_label("New cards per day").fill("5")
    page.get_by_role("button", name="Save").click()
    cards.says("Renamed “First words” to “Words”")
    page.get_by_role("link", name="Options for Words").click()
    expect(page.get_by_label("New cards per day")).to_have_value("5")
    page.get_by_role("button", name="Delete deck").click()
    cards.says(f"Deleted deck “Words” with {WORDS} cards").undo()

    expect(page.get_by_role("link", name="Options for Words")).to_be_visible()


def test_tag_is_renamed_removed_and_undone(cards):
    page = cards.page
    page.goto(f"{cards.omena.url}/cards?query=rain")
    page.get_by_role("link", name="rain").click()
    page.get_by_role("link", name="Edit", exact=True).click()
    page.get_by_label("Tags").fill("weather::wet")
    page.get_by_role("button", name="Save", exact=True).click()
    cards.says("Changed “rain”")
    page.goto(f"{cards.omena.url}/tags")
    page.get_by_role("link", name="Edit weather › wet").click()
    page.get_by_label("Name").fill("two words")
    page.get_by_role("button", name="Rename").first.click()
    expect(page.get_by_label("Name")).to_have_accessible_description(re.compile("one word without spaces"))
    page.get_by_label("Name").fill("sky/blue?")
    page.get_by_role("button", name="Rename").first.click()
    cards.says("Renamed tag “weather › wet” to “sky/blue?” on 1 card")
    page.get_by_role("link", name="sky/blue? 1 card").click()
    expect(page.get_by_role("link", name="rain")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Edit sky/blue?").click()
    page.get_by_role("button", name="Remove").click()
    cards.says("Removed tag “sky/blue?” from 1 card").undo()

    expect(page.get_by_role("link", name="Edit sky/blue?")).to_be_visible()


def test_a_tag_counts_what_its_link_finds_and_shows_its_nesting(cards):
    page, omena = cards.page, cards.omena
    for word, tags in (("rain", "weather::wet weather"), ("sun", "weather::dry")):
        note = omena.read("SELECT id FROM note WHERE fields LIKE ?", f'%"{word}"%')
        status, _, body = omena.request(
            "PATCH", f"/api/v1/notes/{note}", json.dumps({"tags": tags.split()}), {"Content-Type": "application/json"}
        )
        assert status == 200, body
    page.goto(f"{omena.url}/tags")
    expect(page.locator(".rows .says span")).to_have_text(["weather", "weather › dry", "weather › wet"])

    page.get_by_role("link", name="weather 2 cards", exact=True).click()

    expect(page.get_by_text("2 cards found", exact=True)).to_be_visible()


def test_deleted_starter_deck_comes_back_on_request(cards):
    page = cards.page
    page.get_by_role("link", name="Decks", exact=True).click()
    page.get_by_role("link", name="Options for First words").click()
    page.get_by_role("button", name="Delete deck").click()
    cards.says(f"Deleted deck “First words” with {WORDS} cards")
    page.get_by_role("link", name="Add starter deck").click()
    expect(page.get_by_role("listitem").filter(has_text="First questions")).to_contain_text("Already added")
    page.get_by_role("button", name="Add the starter deck “First words”").click()
    cards.says("Added starter deck “First words”")

    expect(page.get_by_role("link", name="Options for First words")).to_be_visible()


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_in_any_list(open_context, omena, screen):
    cards = List(open_context(**screen).new_page(), omena)
    page = cards.page
    cards.row("rain").get_by_label("Actions for rain").click()

    def look(name):
        assert violations_in_schemes(page) == [], name

    look("list with an open menu")
    cards.row("rain").get_by_role("button", name="Delete").click()
    cards.says("Deleted “rain”")
    look("list with what was done")
    for path in ("/bin", "/history", "/decks", "/decks/starter", "/tags", "/tags/food", "/cards?query=nothing"):
        page.goto(omena.url + path)
        look(path)
