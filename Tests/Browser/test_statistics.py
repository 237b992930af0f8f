"""The page Statistics: readable for everybody, with and without a history, and without a script."""

import re
from datetime import date, datetime
from pathlib import Path

import png
import pytest
from accessibility import lost, violations_in_schemes
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from histories import study

CSS = Path(__file__).parents[2] / "Sources/Pages/Assets/css/statistics.css"
PANEL = {"light": "#FFFFFF", "dark": "#231D19"}


def open_statistics(page, omena, query=""):
    page.goto(f"{omena.url}/statistics{query}")
    expect(page.get_by_role("heading", name="Statistics", exact=True)).to_be_visible()


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_and_nothing_is_lost(open_context, omena, screen):
    page = open_context(**screen, java_script_enabled=True).new_page()
    for history in (lambda: None, lambda: study(omena, days=1), lambda: study(omena)):
        history()
        open_statistics(page, omena)
        page.evaluate("() => document.querySelectorAll('details').forEach((part) => { part.open = true; })")
        assert violations_in_schemes(page, {"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}) == []
        page.emulate_media(forced_colors="none")
    page.evaluate("() => document.querySelectorAll('details').forEach((part) => { part.open = false; })")
    assert screen == DESKTOP or lost(page, [".heat-scroll", ".figure-table"]) == []


def test_axe_finds_nothing_right_to_left_in_large_text_on_a_small_screen(open_context, omena):
    study(omena)
    screen = {**PHONE, "viewport": {"width": 320, "height": 640}}
    page = open_context(**screen, extra_http_headers={"Accept-Language": "ar-XB"}).new_page()
    page.goto(f"{omena.url}/statistics?range=90")
    assert page.locator("html").get_attribute("dir") == "rtl"
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; document.querySelector('.expert').open = true; }")

    assert violations_in_schemes(page, {"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}) == []


def test_chart_and_table_are_switched_by_keyboard_and_without_a_script(open_context, omena):
    study(omena)
    page = open_context(**DESKTOP, java_script_enabled=False).new_page()
    open_statistics(page, omena)
    figure = page.get_by_role("region", name="True retention", exact=True).first

    expect(figure.get_by_role("img")).to_be_visible()
    expect(figure.get_by_role("table")).to_be_hidden()
    figure.get_by_role("radio", name="Chart").focus()
    page.keyboard.press("ArrowRight")
    expect(figure.get_by_role("table")).to_be_visible()
    expect(figure.get_by_role("img")).to_be_hidden()
    expect(figure.get_by_role("row", name=re.compile("30 days"))).to_be_visible()


def test_a_table_that_was_chosen_is_shown_again(open_context, omena):
    study(omena)
    page = open_context(**DESKTOP).new_page()
    open_statistics(page, omena)
    figure = page.get_by_role("region", name="True retention", exact=True).first
    figure.get_by_role("radio", name="Table").check(force=True)

    open_statistics(page, omena, "?range=90")
    expect(figure.get_by_role("table")).to_be_visible()
    expect(page.get_by_role("region", name="Words known", exact=True).first.get_by_role("img")).to_be_visible()
    figure.get_by_role("radio", name="Chart").check(force=True)
    open_statistics(page, omena)
    expect(figure.get_by_role("table")).to_be_hidden()


def show_table(page, name):
    """Chooses the table of a figure; returns the box in which it scrolls."""
    figure = page.get_by_role("region", name=name, exact=True).first
    figure.get_by_role("radio", name="Table").check(force=True)
    box = figure.locator(".figure-table")
    expect(box).to_be_visible()
    return box


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_table_keeps_its_heads_and_shades_the_edge_behind_which_there_is_more(open_context, omena, screen):
    page = open_context(**screen).new_page()
    open_statistics(page, omena)
    box = show_table(page, "Coming up")
    head = box.get_by_role("columnheader", name="Due")
    box.evaluate("(box) => { for (const cell of box.querySelectorAll('th, td')) cell.style.color = cell.style.borderColor = 'transparent'; }")

    def lower_edge():
        picture = png.read(box.screenshot())
        return picture[picture.width // 2, picture.height - 2]

    above = head.bounding_box()["y"] - box.bounding_box()["y"]
    shaded = lower_edge()
    box.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    assert head.bounding_box()["y"] - box.bounding_box()["y"] == above
    assert max(shaded) < 250 < min(lower_edge())


@pytest.mark.parametrize("language", ["en", "fr", "uk"])
def test_retention_as_a_whole_is_in_sight_before_that_of_young_and_mature_cards(open_context, omena, language):
    study(omena)
    page = open_context(**PHONE, extra_http_headers={"Accept-Language": language}).new_page()
    page.goto(f"{omena.url}/statistics")
    figure = page.locator(".figure:has(#retention-title)")
    figure.locator("input[value=table]").check(force=True)

    box = figure.locator(".figure-table").bounding_box()
    for cell in figure.locator("tbody tr:last-child > *").all()[:3]:
        place = cell.bounding_box()
        assert place["x"] + place["width"] <= box["x"] + box["width"] + 1
    assert figure.locator(".bar-value").last.text_content() == figure.locator("tbody tr:last-child td").first.text_content()


def chart(page, name):
    return page.get_by_role("slider", name=re.compile(f"^{name}"))


def reading(page, name):
    return page.get_by_role("region", name=name, exact=True).first.locator(".reading")


def days_ago(text):
    """How long ago the day is that a text about it begins with."""
    return (date.today() - datetime.strptime(text.split(":")[0], "%A, %d %B %Y").date()).days


def test_each_day_of_the_heat_map_is_read_by_keyboard(open_context, omena):
    study(omena)
    page = open_context(**DESKTOP).new_page()
    open_statistics(page, omena, "?range=year")
    days = chart(page, "Days of study")

    days.focus()
    today = reading(page, "Days of study").inner_text()
    for key in ("ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    expect(reading(page, "Days of study")).to_have_text(days.get_attribute("aria-valuetext"))
    assert days_ago(days.get_attribute("aria-valuetext")) - days_ago(today) == 8
    page.keyboard.press("PageUp")
    assert days_ago(days.get_attribute("aria-valuetext")) - days_ago(today) == 8 + 28
    page.keyboard.press("Home")
    assert days_ago(days.get_attribute("aria-valuetext")) >= 364
    page.keyboard.press("ArrowLeft")
    assert days_ago(days.get_attribute("aria-valuetext")) >= 364
    page.keyboard.press("End")
    assert days_ago(days.get_attribute("aria-valuetext")) < 0


def test_a_finger_and_a_pointer_read_a_day(open_context, omena):
    study(omena)
    for screen in (PHONE, DESKTOP):
        page = open_context(**screen).new_page()
        open_statistics(page, omena)
        box = page.locator(".heat-scroll .heat-today").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if screen == PHONE:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.move(x, y)
        today = page.locator(".each-day li[aria-current]").text_content()
        expect(reading(page, "Days of study")).to_have_text(today)


def test_columns_are_read_by_keyboard(open_context, omena):
    study(omena)
    page = open_context(**DESKTOP).new_page()
    open_statistics(page, omena)
    reviews = chart(page, "Reviews")

    reviews.focus()
    page.keyboard.press("ArrowLeft")
    expect(reading(page, "Reviews")).to_have_text(re.compile(r"^\d+ \w+ \d{4}: Learning \d+, Young \d+, Mature \d+, Practice \d+, Total \d+$"))
    assert reviews.input_value() == "29"


def test_charts_are_read_by_the_gestures_of_a_screen_reader(open_context, omena):
    study(omena)
    page = open_context(**PHONE).new_page()
    open_statistics(page, omena)

    for name in ("Days of study", "Reviews"):
        slider = chart(page, name)
        before = slider.get_attribute("aria-valuetext")
        # What browsers do when a screen reader moves a native slider back; they ask no other to move.
        slider.evaluate("(slider) => { slider.stepDown(); slider.dispatchEvent(new Event('input')); }")
        expect(slider).not_to_have_attribute("aria-valuetext", before)
        expect(reading(page, name)).to_have_text(slider.get_attribute("aria-valuetext"))
    expect(chart(page, "Days of study")).to_have_accessible_description("Each day is listed in the table.")


# The names of stacked parts, and the columns that they are beside.
NAMES = """() => {
    const box = (element) => element.getBoundingClientRect().toJSON();
    const plot = document.querySelector(".banded:has(.columns)");
    return [box(plot.querySelector(".columns")), [...plot.querySelectorAll(".band-names span")].map(box), box(plot)];
}"""


@pytest.mark.parametrize("language", ["en", "fr", "ja", "ko", "pa", "uk", "ar-XB"])
def test_stacked_parts_have_their_names_beside_them(open_context, omena, language):
    study(omena)
    screen = {**PHONE, "viewport": {"width": 320, "height": 640}}
    page = open_context(**screen, extra_http_headers={"Accept-Language": language}).new_page()
    page.goto(f"{omena.url}/statistics?range=year")

    columns, names, plot = page.evaluate(NAMES)
    assert len(names) > 1 and columns["width"] > 100
    assert all(above["bottom"] <= below["top"] for above, below in zip(names, names[1:]))
    assert all(columns["top"] <= name["top"] and name["bottom"] <= columns["bottom"] for name in names)
    if language == "ar-XB":
        assert all(plot["left"] <= name["left"] and name["right"] < columns["left"] for name in names)
    else:
        assert all(columns["right"] < name["left"] and name["right"] <= plot["right"] for name in names)
    # There is no room for them beside columns of large text.
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    columns, names, plot = page.evaluate(NAMES)
    assert all(columns["bottom"] <= name["top"] and name["right"] <= plot["right"] + 1 for name in names)


# Names of bars that are broken into more lines than words need.
BROKEN = """() => [...document.querySelectorAll(".bar-name")].map((name) => [name, parseFloat(getComputedStyle(name).fontSize)])
    .filter(([name, size]) => name.getBoundingClientRect().height > 6 * size).map(([name]) => name.textContent)"""


@pytest.mark.parametrize("language", ["fr", "uk", "ja"])
def test_large_text_on_a_small_screen_is_whole(open_context, omena, monkeypatch, language):
    study(omena)
    study(omena, days=80, seed=6)
    screen = {**PHONE, "viewport": {"width": 320, "height": 640}}
    page = open_context(**screen, extra_http_headers={"Accept-Language": language}).new_page()
    page.goto(f"{omena.url}/statistics?range=90")
    page.evaluate("() => document.querySelector('.expert').open = true")

    monkeypatch.setattr("accessibility.WINDOWS", ((320, 640, 200),))
    assert lost(page, [".heat-scroll", ".figure-table"]) == []
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert page.locator(".bar-name").count() > 20
    assert page.evaluate(BROKEN) == []


def test_each_day_is_listed_without_a_script(open_context, omena):
    study(omena, days=300)
    page = open_context(**PHONE, java_script_enabled=False).new_page()
    open_statistics(page, omena)
    figure = page.get_by_role("region", name="Days of study", exact=True).first

    figure.get_by_role("radio", name="Table").check(force=True)
    figure.get_by_text("Each day", exact=True).click()
    answered = omena.read("SELECT count(DISTINCT day) FROM tally")
    expect(figure.get_by_role("listitem").filter(has_text="answer")).to_have_count(answered)


def test_a_mistake_in_the_search_is_shown_in_place_of_figures(open_context, omena):
    page = open_context(**PHONE).new_page()
    open_statistics(page, omena, "?query=deck:")

    expect(page.get_by_text("Add a deck name after “deck:”.")).to_be_visible()
    expect(page.locator(".figure")).to_have_count(0)
    assert violations_in_schemes(page, {"color_scheme": "light"}, {"color_scheme": "dark"}) == []


def test_paper_shows_charts_and_tables(desktop):
    study(desktop.omena)
    open_statistics(desktop.page, desktop.omena)
    figure = desktop.page.get_by_role("region", name="True retention", exact=True).first

    desktop.page.emulate_media(media="print")
    expect(figure.get_by_role("img")).to_be_visible()
    expect(figure.get_by_role("table")).to_be_visible()
    expect(desktop.page.get_by_role("link", name="Help", exact=True)).to_be_hidden()


def test_paper_says_what_the_figures_are_about(desktop):
    open_statistics(desktop.page, desktop.omena, "?deck=First%20words&range=90")

    desktop.page.emulate_media(media="print")
    expect(desktop.page.locator(".scope > summary")).to_be_visible()
    expect(desktop.page.locator(".scope > summary")).to_have_text("First words")
    expect(desktop.page.locator(".scope-choice")).to_be_hidden()
    expect(desktop.page.get_by_role("link", name="90 days")).to_be_visible()
    expect(desktop.page.get_by_role("link", name="1 year")).to_be_hidden()


def test_the_choice_of_cards_closes_when_it_is_left(desktop):
    page = desktop.page
    open_statistics(page, desktop.omena)
    choice = page.locator(".scope-choice")

    page.locator(".scope > summary").focus()
    page.keyboard.press("Enter")
    expect(choice).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(choice).to_be_hidden()
    expect(page.locator(".scope > summary")).to_be_focused()
    page.keyboard.press("Enter")
    choice.get_by_role("link", name="First words").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="30 days")).to_be_focused()
    expect(choice).to_be_hidden()
    page.locator(".scope > summary").click()
    expect(choice).to_be_visible()
    page.get_by_role("heading", name="Statistics", exact=True).click()
    expect(choice).to_be_hidden()


def test_scope_and_range_are_links(desktop):
    open_statistics(desktop.page, desktop.omena)
    desktop.page.get_by_role("link", name="90 days").click()
    expect(desktop.page).to_have_url(re.compile(r"range=90$"))
    desktop.page.locator(".scope > summary").click()
    desktop.page.get_by_role("link", name="First questions").click()
    expect(desktop.page).to_have_url(re.compile(r"deck=First%20questions&range=90$"))
    expect(desktop.page.locator(".scope > summary")).to_have_text("First questions")


def test_the_year_of_a_learner_is_on_both_pages(desktop):
    study(desktop.omena)
    desktop.home()
    expect(desktop.page.get_by_role("heading", name="The last weeks")).to_be_visible()
    desktop.page.get_by_role("link", name="Statistics").first.click()
    expect(desktop.page.get_by_text(re.compile(r"You studied on \d+ of 30 days"))).to_be_visible()


def luminance(color):
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first, second):
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("place, scheme", list(enumerate(["light", "dark"])))
def test_neighbouring_parts_differ_in_lightness(place, scheme):
    parts = re.findall(r"--part-\d: light-dark\((#\w+), (#\w+)\)", CSS.read_text())
    colors = [part[place] for part in parts]

    assert len(colors) == 4
    assert min(contrast(color, PANEL[scheme]) for color in colors) >= 3
    assert min(contrast(*pair) for pair in zip(colors, colors[1:])) >= 3


@pytest.mark.parametrize("canvas, text", [(255, 0), (0, 255)], ids=["white", "black"])
def test_neighbouring_parts_differ_in_lightness_in_forced_colors(canvas, text):
    opacities = [1.0, *map(float, re.findall(r"\.part-[12] \{ fill-opacity: (\.\d+); \}", CSS.read_text()))]
    colors = ["#" + 3 * f"{round(canvas + (text - canvas) * opacity):02X}" for opacity in opacities]

    assert len(colors) == 3
    assert min(contrast(color, "#" + 3 * f"{canvas:02X}") for color in colors) >= 3
    assert min(contrast(*pair) for pair in zip(colors, colors[1:])) >= 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colors_outline_what_is_light_and_name_the_months(open_context, omena, scheme):
    study(omena)
    page = open_context(**DESKTOP, color_scheme=scheme, forced_colors="active").new_page()
    open_statistics(page, omena, "?range=year")

    def color(of, name):
        return page.locator(of).first.evaluate("(part, name) => getComputedStyle(part)[name]", name)

    text = color("body", "color")
    assert color(".heat text", "fill") == text
    for part in (".columns .part-3", ".row-bar .part-3", ".swatch .part-3"):
        assert color(part, "stroke") == text


def test_a_card_shows_its_history_and_how_it_will_fade(open_context, omena):
    card = study(omena)[0]
    page = open_context(**PHONE).new_page()
    page.goto(f"{omena.url}/cards/{card['note']}/card?face={card['face'].replace('>', '%3E')}")
    page.get_by_role("link", name="All answers and forgetting curve").click()

    expect(page.get_by_text(re.compile(r"Your chance of recalling it is \d+% today"))).to_be_visible()
    assert violations_in_schemes(page) == []
    page.get_by_role("radio", name="Table").check(force=True)
    expect(page.get_by_role("columnheader", name="Stability")).to_be_visible()
    assert lost(page, [".figure-table"]) == []


def test_a_card_that_was_never_reviewed_has_no_history(omena):
    card = omena.deal("First words")["cards"][0]
    status, _, body = omena.get(f"/cards/{card['note']}/log?face={card['face'].replace('>', '%3E')}")

    assert status == 404
    assert "This card no longer exists, or you haven’t reviewed it yet." in body.decode()
