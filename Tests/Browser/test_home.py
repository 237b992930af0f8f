"""The home page, and the cost of a first visit."""

import re
import sqlite3
import time
from datetime import datetime

import pytest
from accessibility import SCHEMES, lost, violations_in_schemes, violations_mirrored
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from serving import Omena, copy_new_library, practice
from table import WORDS, Table

# The most that a first visit may cost until a card can be swiped.
LARGEST_FIRST_VISIT = 150_000


def test_new_learner_finds_decks_and_one_thing_to_do(device):
    device.home()

    expect(device.page.get_by_role("heading", name="Decks")).to_be_visible()
    expect(device.page.get_by_role("listitem").filter(has_text="First questions")).to_contain_text("10 cards")
    expect(device.page.get_by_role("listitem").filter(has_text="First words")).to_contain_text(f"{WORDS} cards")
    assert device.page.locator(".btn-primary").count() == 1
    expect(device.page.get_by_role("heading", name="20 cards for today")).to_be_visible()
    device.page.get_by_role("link", name="Study now", exact=True).click()
    device.is_ready().shows_done(0, 20)


def test_practice_counts_as_work_and_changes_nothing_else(phone):
    phone.learn()
    phone.answer(True, True, False)
    phone.waits(0)

    phone.home()

    expect(phone.page.get_by_role("listitem").filter(has_text="First questions")).to_contain_text("10 cards")
    expect(phone.page.get_by_role("heading", name="20 cards for today")).to_be_visible()
    expect(phone.page.get_by_text("3 answers, under a minute")).to_be_visible()
    expect(phone.page.locator(".week .leafdot")).to_have_count(1)


def test_navigation_leads_from_page_to_page(device):
    device.home()
    navigation = device.page.get_by_role("navigation", name="Main")

    navigation.get_by_role("link", name="Settings").click()
    expect(device.page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    expect(navigation.get_by_role("link", name="Settings")).to_have_attribute("aria-current", "page")
    navigation.get_by_role("link", name="Study").click()

    expect(device.page.get_by_role("heading", name="Decks")).to_be_visible()
    expect(navigation.locator("[aria-current]")).to_have_count(1)


def test_navigation_marks_the_current_page_on_a_desktop(desktop):
    desktop.home()

    navigation = desktop.page.get_by_role("navigation", name="Main")
    expect(navigation.get_by_role("link", name="Study")).to_have_attribute("aria-current", "page")


def test_skip_link_leads_past_the_navigation(desktop):
    desktop.home()

    desktop.page.keyboard.press("Tab")
    expect(desktop.page.get_by_role("link", name="Skip to content")).to_be_focused()
    desktop.page.keyboard.press("Enter")
    desktop.page.keyboard.press("Tab")

    expect(desktop.page.get_by_role("combobox", name="I speak")).to_be_focused()


def test_every_link_and_asset_of_the_pages_is_there(desktop):
    desktop.home()
    addresses = set(desktop.page.evaluate("[...document.querySelectorAll('a')].map((link) => link.href)"))
    addresses |= set(desktop.page.evaluate("[...document.querySelectorAll('link, script')].map((part) => part.href ?? part.src).filter(Boolean)"))
    manifest = desktop.page.request.get(f"{desktop.omena.url}/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    addresses |= {desktop.omena.url + icon["src"] for icon in manifest.json()["icons"]}

    assert len(addresses) > 15
    for address in addresses:
        assert desktop.page.request.get(address).status == 200, address


def test_unknown_address_leads_home(phone):
    response = phone.page.goto(f"{phone.omena.url}/study/learn?deck=Nothing")

    assert response.status == 404
    phone.page.get_by_role("link", name="Go to your decks").click()
    expect(phone.page).to_have_url(f"{phone.omena.url}/")


def test_first_visit_is_light(open_context, omena, record_property):
    for name, screen in (("phone", PHONE), ("desktop", DESKTOP)):
        page = open_context(**screen).new_page()
        devtools = page.context.new_cdp_session(page)
        devtools.send("Network.enable")
        received = []
        devtools.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))

        table = Table(page, omena).home()
        page.wait_for_load_state("load")
        table.learn()

        total = sum(received)
        record_property(f"first visit, {name}", total)
        print(f"first visit until a card can be swiped, {name}: {total} bytes in {len(received)} answers")
        assert 10_000 < total < LARGEST_FIRST_VISIT


# Every mode of every deck


def review_long_ago(omena, count, deck="First questions"):
    """Reviews cards ten days ago, so that they are due now."""
    deal = omena.deal(deck)
    moment = int(time.time() * 1000) - 10 * 86_400_000
    events = [
        practice(card, kind="review", mode="review", moment=moment, due=moment + 2 * 86_400_000, reviews=0)
        for card in deal["cards"][:count]
    ]
    status, answer = omena.post_reviews(deal, events)
    assert status == 200 and {result["outcome"] for result in answer["results"]} == {"stored"}, answer


def test_every_mode_of_a_deck_is_on_its_page(device):
    for link, mode in (("Browse", "browse"), ("Learn", "learn"), ("Race", "race"), ("Quiz", "quiz"), ("Study now", "review")):
        device.home().page.get_by_role("link", name="First questions", exact=True).click()
        device.page.get_by_role("link", name=link).click()
        expect(device.page).to_have_url(f"{device.omena.url}/study/{mode}?deck=First%20questions")
        expect(device.page.get_by_role("heading", name=re.compile("First questions"))).to_have_count(1)


def test_due_cards_come_first_on_the_page(phone):
    review_long_ago(phone.omena, 3)

    phone.home()

    row = phone.page.get_by_role("listitem").filter(has_text="First questions")
    expect(row).to_contain_text("3 due")
    expect(row).to_contain_text("7 new")
    expect(phone.page.get_by_role("heading", name="23 cards for today")).to_be_visible()
    phone.page.get_by_role("link", name="Study now", exact=True).click()
    expect(phone.page).to_have_url(f"{phone.omena.url}/study/review?decks=all")
    phone.is_ready().shows_done(0, 23)


def test_no_deck_promises_more_once_all_are_done(phone):
    phone.settle(newLimit=3)
    deal = phone.omena.deal("First questions", mode="review")
    # The browser has the clock of this machine, by which the day may be another one than two hours east of Greenwich.
    offset = int(datetime.now().astimezone().utcoffset().total_seconds() // 60)
    answers = [practice(card, "easy", kind="review", mode="review", offset=offset) for card in deal["cards"]]
    status, _ = phone.omena.post_reviews(deal, answers)
    assert status == 200

    page = phone.home().page

    expect(page.get_by_role("heading", name="Done for today")).to_be_visible()
    for deck in ("First questions", "First words"):
        row = page.get_by_role("listitem").filter(has_text=deck)
        expect(row).to_contain_text("done for today")
        expect(row.get_by_role("link", name=f"Study {deck}")).to_have_count(0)


# Nested decks, and several at once


@pytest.fixture
def many_decks(library):
    """A library with 302 nested decks and some tags."""
    copy_new_library(library)
    fill(library, outer=12, chapters=4, lessons=5)
    with Omena(library) as omena:
        yield omena


@pytest.fixture
def nested_decks(library):
    """A library with folded and unfolded decks, of which some are empty, and some tags.

    More of them look the same, and with hundreds axe takes more than twice as long.
    """
    copy_new_library(library)
    fill(library, outer=3, chapters=2, lessons=3, filled=12)
    with Omena(library) as omena:
        yield omena


def fill(library, outer, chapters, lessons, filled=100):
    names = []
    for a in range(outer):
        names.append(f"Language {a:02}")
        for b in range(chapters):
            names.append(f"Language {a:02}::Chapter {b}")
            names += [f"Language {a:02}::Chapter {b}::Lesson {c}, at the market" for c in range(lessons)]
    database = sqlite3.connect(library)
    with database:
        now = int(time.time() * 1000)
        for index, name in enumerate(names):
            database.execute(
                "INSERT INTO deck (id, name, folded_name, made, changed) VALUES (?, ?, ?, ?, ?)",
                (index + 1, name, name.casefold(), now, now),
            )
        notes = [row[0] for row in database.execute("SELECT id FROM note ORDER BY id")][:filled]
        for index, note in enumerate(notes):
            database.execute("UPDATE note SET deck = ? WHERE id = ?", (1 + index * 7 % len(names), note))
            tag = ("verb", "food::fruit", "käsi")[index % 3]
            database.execute("INSERT INTO note_tag (note, folded_tag, tag) VALUES (?, ?, ?)", (note, tag, tag))
    database.close()
    return names


@pytest.fixture(params=[PHONE, DESKTOP], ids=["phone", "desktop"])
def home_with_many_decks(request, open_context, many_decks):
    return Table(open_context(**request.param).new_page(), many_decks).home()


def fold(table, deck):
    return table.page.locator("summary").filter(has_text=f", {deck.replace('::', ' › ')}").first


def test_nested_decks_fold_and_stay_as_they_were_left(home_with_many_decks):
    inner = home_with_many_decks.page.get_by_role("checkbox", name="Choose Language 00 › Chapter 1", exact=True)
    expect(home_with_many_decks.page.get_by_role("checkbox", name="Choose Language 00", exact=True)).to_be_visible()
    expect(inner).to_be_hidden()

    fold(home_with_many_decks, "Language 00").click()
    expect(inner).to_be_visible()
    home_with_many_decks.home()
    expect(inner).to_be_visible()
    outer = home_with_many_decks.page.get_by_role("checkbox", name="Choose Language 00", exact=True).bounding_box()
    assert inner.bounding_box()["x"] > outer["x"]
    fold(home_with_many_decks, "Language 00").click()
    home_with_many_decks.page.reload()
    expect(inner).to_be_hidden()


def test_several_decks_and_tags_are_studied_together(home_with_many_decks):
    group = home_with_many_decks.page.get_by_role("group", name="Study what’s selected")
    expect(group).to_be_hidden()
    home_with_many_decks.page.get_by_role("checkbox", name="Choose Language 02", exact=True).check()
    home_with_many_decks.page.get_by_role("checkbox", name="Choose Language 00", exact=True).check()
    home_with_many_decks.page.get_by_role("checkbox", name="käsi").check()
    expect(group.get_by_text("3 selected")).to_be_visible()

    group.get_by_role("button", name="Browse").click()

    expect(home_with_many_decks.page).to_have_url(re.compile(r"/study/browse\?deck=Language(\+|%20)00&deck=Language.*&tag="))
    home_with_many_decks.is_ready()
    expect(home_with_many_decks.page.get_by_role("heading", level=1)).to_have_count(1)
    home_with_many_decks.page.go_back()
    group.get_by_role("button", name="Clear selection").click()
    expect(group).to_be_hidden()


def test_a_box_in_sight_has_the_focus_when_the_ticks_of_a_folded_deck_are_cleared(home_with_many_decks):
    page = home_with_many_decks.page
    fold(home_with_many_decks, "Language 00").click()
    page.get_by_role("checkbox", name="Choose Language 00 › Chapter 1", exact=True).check()
    fold(home_with_many_decks, "Language 00").click()
    page.get_by_role("button", name="Clear selection").press("Enter")

    expect(page.get_by_text("1 selected")).to_be_hidden()
    expect(page.locator("#choice [type=checkbox]").first).to_be_focused()


def test_ticks_work_by_keyboard(desktop):
    desktop.home()
    page = desktop.page
    page.get_by_role("checkbox", name="Choose First questions").focus()
    page.keyboard.press("Space")
    page.get_by_role("checkbox", name="Choose First words").focus()
    page.keyboard.press("Space")
    expect(page.get_by_text("2 selected")).to_be_visible()

    page.get_by_role("button", name="Learn the selected decks").focus()
    page.keyboard.press("Enter")

    expect(page).to_have_url(re.compile("/study/learn.deck=First.*questions&deck=First.*words$"))
    desktop.is_ready()


def test_focused_deck_is_not_covered_by_the_selection_bar(home_with_many_decks):
    home_with_many_decks.page.get_by_role("checkbox", name="Choose First questions", exact=True).check()

    hidden = []
    for _ in range(45):
        home_with_many_decks.page.keyboard.press("Tab")
        hidden += home_with_many_decks.page.evaluate("""() => {
            const focused = document.activeElement;
            const bar = document.querySelector(".chosen");
            if (bar.contains(focused) || focused.closest(".nav")) return [];
            const [low, high] = [focused.getBoundingClientRect().bottom, bar.getBoundingClientRect().top];
            return low > high + 1 ? [`${focused.outerHTML.slice(0, 80)} down to ${low}, bar from ${high}`] : [];
        }""")

    assert hidden == []


def test_ticks_and_folds_survive_an_update_after_a_session(desktop):
    desktop.home()
    desktop.page.get_by_role("checkbox", name="Choose First words").check()
    other = Table(desktop.page.context.new_page(), desktop.omena).learn()
    other.answer(True)
    other.waits(0)
    review_long_ago(desktop.omena, 1)

    desktop.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow'))")

    row = desktop.page.get_by_role("listitem").filter(has_text="First questions")
    expect(row).to_contain_text("1 due")
    expect(desktop.page.get_by_role("checkbox", name="Choose First words")).to_be_checked()
    expect(desktop.page.get_by_text("1 selected")).to_be_visible()


# Accessibility


def unfolded_and_ticked(table):
    fold(table, "Language 00").click()
    fold(table, "Language 00::Chapter 0").click()
    table.page.get_by_role("checkbox", name="Choose Language 00 › Chapter 0", exact=True).check()
    table.page.get_by_role("checkbox", name="verb").check()


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_with_nested_decks(open_context, nested_decks, screen):
    page = open_context(**screen).new_page()
    unfolded_and_ticked(Table(page, nested_decks).home())
    assert violations_in_schemes(page, *SCHEMES, {"forced_colors": "active"}) == []
    page.emulate_media(color_scheme="light", forced_colors="none")
    assert violations_mirrored(page) == [], "right to left"


def test_nothing_is_lost_with_nested_decks(open_context, nested_decks):
    page = open_context(**PHONE).new_page()
    unfolded_and_ticked(Table(page, nested_decks).home())
    for direction in ("ltr", "rtl"):
        page.evaluate(f"document.documentElement.dir = '{direction}'")
        assert lost(page) == [], direction


def test_targets_are_large_enough_with_many_decks(open_context, many_decks):
    page = open_context(**PHONE).new_page()
    unfolded_and_ticked(Table(page, many_decks).home())

    sizes = page.evaluate("""() => [...document.querySelectorAll("a, button, input, summary")]
        .filter((target) => target.checkVisibility() && !target.closest(".skip"))
        .map((target) => [target.ariaLabel ?? target.innerText, target.getBoundingClientRect()])
        .map(([text, { width, height }]) => [text, width, height])""")

    assert len(sizes) > 80
    assert [size for size in sizes if size[1] < 44 or size[2] < 44] == []


# How far the text of each deck's name begins below the upper edge of its row.
ABOVE_NAMES = """() => [...document.querySelectorAll(".deck .deck-name")].map((name) => {
    const text = document.createRange();
    text.selectNodeContents(name);
    return text.getBoundingClientRect().top - name.closest(".deck").getBoundingClientRect().top;
})"""


def test_names_of_several_lines_keep_their_distance_from_the_edge(open_context, omena):
    omena.make_deck("Suomi")
    omena.make_deck("Suomi::Linnut ja muut hyvin pitkät nimet")
    page = open_context(viewport={"width": 320, "height": 640}).new_page()
    page.goto(omena.url)

    distances = page.evaluate(ABOVE_NAMES)

    assert len(distances) == 4
    assert min(distances) >= 6, distances
