"""On the smallest screens and with the largest text nothing is out of reach."""

import pytest
from devices import DESKTOP
from playwright.sync_api import expect
from worlds import add

SMALL = {"viewport": {"width": 320, "height": 568}}


def open_page(open_context, omena, path, size):
    page = open_context(**size).new_page()
    page.goto(omena.url + path)
    return page


def test_all_answers_of_a_quiz_are_on_the_screen(open_context, omena):
    page = open_page(open_context, omena, "/study/quiz?deck=First%20words", SMALL)

    expect(page.locator(".choice")).to_have_count(4)
    expect(page.locator(".choice").last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("answer", [".choice", "#show"])
@pytest.mark.parametrize("size", [(320, 568), (320, 640), (390, 664)])
def test_a_quiz_goes_on_without_scrolling(open_context, omena, size, answer):
    page = open_page(open_context, omena, "/study/quiz?deck=First%20words", {"viewport": dict(zip(("width", "height"), size))})
    expect(page.locator("#show")).to_be_in_viewport(ratio=1)

    page.locator(answer).first.click()

    expect(page.get_by_role("button", name="Continue")).to_be_in_viewport(ratio=1)
    expect(page.locator(".choice.is-right")).to_be_in_viewport(ratio=1)
    expect(page.locator(".choice.is-right .outcome")).not_to_be_empty()
    expect(page.locator("#verdict")).to_contain_text("The answer:")


def test_quiz_is_in_the_middle_of_a_large_screen(open_context, omena):
    page = open_page(open_context, omena, "/study/quiz?deck=First%20words", {"viewport": {"width": 1920, "height": 1080}})
    last = page.locator(".choice").last
    expect(last).to_be_visible()

    above = page.locator("#deck").bounding_box()["y"]
    below = 1080 - last.bounding_box()["y"] - last.bounding_box()["height"]

    assert below < 2 * above


@pytest.mark.parametrize("size, text", [(SMALL, 100), ({"viewport": {"width": 390, "height": 844}}, 200)])
def test_bar_of_a_race_is_one_row(open_context, omena, size, text):
    page = open_page(open_context, omena, "/study/race?deck=First%20words", size)
    page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")

    assert page.locator(".study-bar").bounding_box()["height"] < 60 * text / 100


def test_large_text_breaks_no_word(open_context, omena):
    page = open_page(open_context, omena, "/study/browse?deck=First%20words", {"viewport": {"width": 390, "height": 844}})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    word = page.locator(".scene[data-depth='0'] .front .word")

    word.evaluate("(word) => { word.textContent = 'breakfast'; }")
    lines = word.evaluate("(word) => { const range = document.createRange(); range.selectNodeContents(word); return range.getClientRects().length; }")

    assert lines == 1


@pytest.mark.parametrize("size", [SMALL, DESKTOP], ids=["small", "desktop"])
def test_menu_of_a_filter_is_below_its_chip(open_context, omena, size):
    page = open_page(open_context, omena, "/cards", size)
    chip = page.locator("#filters summary").last
    chip.click()
    menu = page.locator("#filters [open] .menu")

    place, below = chip.bounding_box(), menu.bounding_box()

    assert below["y"] >= place["y"] + place["height"] - 1 and below["y"] < place["y"] + place["height"] + 12
    assert below["x"] <= place["x"] + 1 and below["x"] + below["width"] >= place["x"] + place["width"] - 1


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "uk-UA"])
def test_placeholders_are_not_cut(open_context, omena, locale):
    page = open_context(**SMALL, locale=locale).new_page()
    for path in ("/cards", "/cards/new?type=5"):
        page.goto(omena.url + path)
        cut = page.evaluate("""() => [...document.querySelectorAll("input[placeholder]")].filter((input) => {
            const style = getComputedStyle(input);
            const canvas = document.createElement("canvas").getContext("2d");
            canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
            const room = input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
            return room > 0 && canvas.measureText(input.placeholder).width > room;
        }).map((input) => input.placeholder)""")
        assert cut == []


# Words that are on two lines, but not those that are too long for a line of their own.
BROKEN = """(selector) => [...document.querySelectorAll(selector)].flatMap((element) => {
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const broken = [];
    while (text.nextNode()) {
        for (const { 0: word, index } of text.currentNode.data.matchAll(/[^\\s\\u00a0]+/g)) {
            // What is between hyphens, also soft ones, at which a word may break.
            for (const { 0: part, index: start } of word.matchAll(/[^-\\u00ad]+/g)) {
                // The last rectangle, because the first letter after a hyphen has that of the hyphen too.
                const [first, last] = [index + start, index + start + part.length - 1].map((at) => {
                    const range = document.createRange();
                    range.setStart(text.currentNode, at);
                    range.setEnd(text.currentNode, at + 1);
                    return Math.round([...range.getClientRects()].at(-1)?.top ?? 0);
                });
                if (first !== last) broken.push(part);
            }
        }
    }
    return broken;
})"""


@pytest.mark.parametrize("size, text, locale", [(SMALL, 100, "fr-FR"), ({"viewport": {"width": 390, "height": 844}}, 200, "en-GB")], ids=["french", "large"])
def test_no_word_is_broken(open_context, omena, size, text, locale):
    page = open_context(**size, locale=locale).new_page()
    number = omena.read("SELECT id FROM deck WHERE name = 'First words'")
    for path, parts in [
        ("/", ".practice-mode b"),
        (f"/decks/{number}", ".practice-mode b, .deck-numbers dt"),
        ("/types", ".says, .change-row small"),
        ("/decks", ".says"),
    ]:
        page.goto(omena.url + path)
        page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
        assert page.locator(parts).count() > 0
        assert page.evaluate(BROKEN, parts) == [], path


HEADS = "h1, h2, .btn, .set-name, .field-top label, .facts dd:not(.path), .choice .txt, .opt .native"


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "uk-UA"])
def test_no_word_is_broken_on_the_smallest_screen_with_the_largest_text(open_context, omena, locale):
    page = open_context(**SMALL, locale=locale).new_page()
    deck, note = (omena.read(f"SELECT {what} FROM {table} WHERE {where}") for what, table, where in [
        ("id", "deck", "name = 'First words'"), ("min(note.id)", "note JOIN deck ON deck = deck.id", "name = 'First questions'"),
    ])
    paths = [
        "/cards/new?type=4", "/cards/replace", f"/cards/{note}/card?face=1", f"/decks/{deck}/options", "/places", "/statistics",
        "/import", "/export", "/settings", "/settings/generate", "/settings/map", "/settings/sync", "/statistics/scheduler",
        "/study/quiz?deck=First%20words",
    ]
    for path in paths:
        page.goto(omena.url + path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.locator(HEADS).count() > 0, path
        assert page.evaluate(BROKEN, HEADS) == [], path


def test_buttons_of_a_place_hold_their_labels(open_context, omena):
    page = open_context(**SMALL, locale="fr-FR").new_page()
    page.goto(f"{omena.url}/places/{add(omena, 'Suomenlinna', 60.1454, 24.9881)}")
    buttons = page.locator("#details .sheet-foot .btn:visible")

    expect(buttons).to_have_count(2)
    assert buttons.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)") == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "ja-JP", "ko-KR", "pa-IN", "uk-UA"])
def test_buttons_that_end_a_form_are_in_the_window(open_context, omena, locale):
    deck = omena.make_deck("Tagged")
    omena.post_form("/cards/new", type=1, deck=deck, tags="t", **{"f-1": "kissa", "f-2": "cat"})
    page = open_context(**SMALL, locale=locale).new_page()
    for path in ("/tags/t", "/decks/new", f"/places/{add(omena, 'Suomenlinna', 60.1454, 24.9881)}"):
        page.goto(omena.url + path)
        for text in (100, 115, 130, 150, 175, 200):
            page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
            outside = page.evaluate("""() => [...document.querySelectorAll(".sheet-foot .btn")].filter((button) => {
                const { left, right } = button.getBoundingClientRect();
                return left < 0 || right > innerWidth || button.scrollWidth > button.clientWidth;
            }).map((button) => button.innerText)""")
            assert outside == [], f"{path}, {text} %"
            assert page.evaluate("document.documentElement.scrollWidth") == 320, f"{path}, {text} %"


CAPITALS = {"Helsinki": (60.17, 24.94), "Paris": (48.86, 2.35), "Rome": (41.9, 12.5), "Oslo": (59.91, 10.75), "Vienna": (48.21, 16.37)}
# The parts that must be read or tapped and that the message covers.
COVERED = """() => {
    const toast = document.querySelector("#done-toast .toast").getBoundingClientRect();
    const parts = document.querySelectorAll(':is([data-depth="0"], .study-bar, #answers) :is(.word, .chart, .found, button)');
    return [...parts].filter((part) => {
        const { top, left, right, width, bottom: end } = part.getBoundingClientRect();
        // A card scrolls what is longer than itself.
        const bottom = Math.min(end, part.closest(".card")?.getBoundingClientRect().bottom ?? Infinity);
        return width > 0 && top < Math.min(bottom, toast.bottom) && bottom > toast.top && left < toast.right && right > toast.left;
    }).map((part) => part.className || part.textContent);
}"""


def test_message_about_a_map_question_covers_nothing(open_context, omena):
    for name, place in CAPITALS.items():
        add(omena, name, *place)
    page = open_page(open_context, omena, "/study/learn?deck=Places", SMALL)
    expect(page.locator('[data-depth="0"].finds .leaflet-container')).to_be_visible()
    page.locator("#more").click()
    page.get_by_role("button", name="Bury until tomorrow").click()
    expect(page.locator("#done-toast .toast")).to_be_in_viewport(ratio=1)
    expect(page.locator('[data-depth="0"].finds .leaflet-container')).to_be_visible()
    page.wait_for_function("() => document.getAnimations().every(({ playState }) => playState === 'finished')")

    assert page.evaluate(COVERED) == []


def test_card_does_not_cover_its_buttons(open_context, omena):
    deck = omena.make_deck("Long")
    omena.post_form("/cards/new", type=1, deck=deck, tags="", **{"f-1": "Useful when the train is late. " * 6, "f-2": "a sentence"})
    page = open_context(**SMALL).new_page()
    page.goto(f"{omena.url}/cards?query=deck:Long")
    page.goto(omena.url + page.locator("a[href^='/cards/'][href*='/card?']").first.get_attribute("href"))
    button = page.locator(".card-actions .btn").first

    assert button.evaluate("""(button) => {
        const { left, top, width } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(left + width / 2, top + 4));
    }""")


def test_knob_of_a_switch_is_in_its_middle_with_large_text(open_context, omena):
    page = open_page(open_context, omena, "/settings", {"viewport": {"width": 390, "height": 844}})
    page.evaluate("document.documentElement.style.fontSize = '200%'")

    knob = page.locator(".switch i").first.evaluate("""(track) => {
        const { top, height, marginTop } = getComputedStyle(track, "::after");
        return { middle: parseFloat(top) + parseFloat(marginTop) + parseFloat(height) / 2, track: track.clientHeight / 2, height: parseFloat(height) };
    }""")

    assert abs(knob["middle"] - knob["track"]) < 1 and knob["height"] >= 30


def test_choice_of_a_deck_in_statistics_is_on_the_screen(open_context, omena):
    page = open_page(open_context, omena, "/statistics", {"viewport": {"width": 390, "height": 844}})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.locator(".scope > summary").click()

    box = page.locator(".scope-choice").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390


@pytest.mark.parametrize("size", [SMALL, DESKTOP], ids=["small", "desktop"])
def test_four_ways_to_practise_are_two_by_two(open_context, omena, size):
    page = open_page(open_context, omena, "/", size)
    modes = page.locator(".practice-mode")

    expect(modes).to_have_count(4)
    assert modes.evaluate_all("all => new Set(all.map((one) => one.offsetLeft)).size") == 2
