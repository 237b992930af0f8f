"""Anki's HTML cards look as their author designed them and are studied like all others."""

import pytest
from accessibility import violations
from devices import DESKTOP, PHONE
from media import png
from packages import Package
from playwright.sync_api import expect

SHEET = """.card { font-size: 24px; color: rgb(255, 255, 255); background-color: rgb(10, 20, 60); text-align: left }
.box { border: 3px solid gold } .nightMode .box { border-color: red } @media (min-width: 1px) { b { color: rgb(250, 240, 200) } }"""


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    package = Package(tmp_path_factory.mktemp("styled"), "Styled")
    package.medium("map.png", png(40, 20))
    kind = package.kind(
        "Styled",
        ["Front", "Back", "Extra"],
        "<div class=box style='margin-left: 7px'>{{Front}}</div>{{hint:Extra}}{{type:Back}}",
        "{{FrontSide}}<hr id=answer>{{Back}}",
        SHEET,
    )
    package.add(kind, "What is <b>this</b>? <img src=map.png alt=Map>", "Paris", "a secret")
    gaps = package.kind("Gaps", ["Text"], "{{cloze:Text}}", "{{cloze:Text}}", ".cloze { color: rgb(4, 5, 6) }", cloze=True)
    package.add(gaps, "The {{c1::cat::animal}} sat.")
    ruby = package.kind("Ruby", ["Word"], "{{furigana:Word}}", "{{kana:Word}}")
    package.add(ruby, "日本語[にほんご]")
    hidden = "{{c1::image-occlusion:rect:left=.1:top=.2:width=.3:height=.4:oi=1}}{{c2::image-occlusion:ellipse:left=.5:top=.5:rx=.1:ry=.2:oi=1}}"
    package.add(package.occlusion(), hidden, '<img src="map.png">', "Header")
    package.exported()
    return package


@pytest.fixture
def styled(omena, package):
    package.import_into(omena)


def side(page, name="front"):
    return page.locator(f".scene[data-depth='0'] .of-{name}")


def style(locator, selector, what):
    """Computed styles, once the style sheets are loaded."""
    expect(locator.locator(".anki-html")).to_be_visible()
    return locator.evaluate(
        "(host, [selector, what]) => getComputedStyle(host.shadowRoot.querySelector(selector))[what]", [selector, what]
    )


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_card_looks_as_its_author_designed_it(open_context, omena, styled, device):
    page = open_context(**device).new_page()
    page.goto(f"{omena.url}/study/browse?deck=Styled")

    front = side(page)
    expect(front.locator(".box")).to_be_visible()
    assert style(front, ".card", "color") == "rgb(255, 255, 255)"
    assert style(front, ".box", "borderTopColor") == "rgb(255, 215, 0)"
    assert style(front, ".box", "marginLeft") == "7px"
    assert style(front, "b", "color") == "rgb(250, 240, 200)"
    expect(front.locator("img")).to_have_js_property("naturalWidth", 40)
    # The author's colour fills the whole card.
    face = page.locator(".scene[data-depth='0'] .face.front")
    expect(face).to_have_css("background-color", "rgb(10, 20, 60)")
    # Without the inspection of style sheets, for which axe adds one to every shadow root.
    assert violations(page, preload=False) == []


def test_a_hint_is_shown_and_an_answer_compared(open_context, omena, styled):
    page = open_context(**DESKTOP).new_page()
    page.goto(f"{omena.url}/study/browse?deck=Styled")

    front = side(page)
    expect(front.get_by_text("a secret")).to_be_hidden()
    front.get_by_role("button", name="Show Extra").click()
    expect(front.get_by_text("a secret")).to_be_visible()
    expect(page.locator(".scene[data-depth='0'] .card").first).to_have_attribute("data-side", "front")
    front.get_by_label("Your answer").fill("Pari 1")
    front.get_by_label("Your answer").press("Enter")
    expect(page.locator(".scene[data-depth='0'] .card").first).to_have_attribute("data-side", "back")
    expect(side(page, "back").locator(".typeBad, .typeMissed").first).to_be_visible()
    expect(side(page, "back")).to_contain_text("Paris")


def test_an_html_card_is_swiped_like_any_other(open_context, omena, styled):
    page = open_context(**DESKTOP).new_page()
    page.goto(f"{omena.url}/study/learn?deck=Styled")
    expect(side(page).locator(".anki-html")).to_be_visible()
    before = page.locator("#score").text_content()

    box = side(page).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 6
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=4)
    page.mouse.move(x + 260, y, steps=4)
    page.mouse.up()

    expect(page.locator("#score")).not_to_have_text(before)


def test_gaps_readings_and_hidden_parts_of_pictures_are_shown(open_context, omena, styled):
    page = open_context(**DESKTOP, reduced_motion="reduce", color_scheme="dark").new_page()
    page.goto(f"{omena.url}/study/browse?deck=Styled")
    assert style(side(page), ".box", "borderTopColor") == "rgb(255, 0, 0)"

    page.keyboard.press("ArrowRight")
    expect(side(page).locator(".cloze")).to_have_text("[animal]")
    assert style(side(page), ".cloze", "color") == "rgb(4, 5, 6)"
    page.keyboard.press("Space")
    expect(side(page, "back").locator(".cloze")).to_have_text("cat")
    page.keyboard.press("ArrowRight")
    expect(side(page).locator("ruby rt")).to_have_text("にほんご")
    page.keyboard.press("ArrowRight")
    shapes = side(page).locator("svg > *")
    expect(shapes).to_have_count(2)
    assert shapes.evaluate_all("all => all.map((shape) => shape.getAttribute('class'))") == ["io-hidden", "io-asked"]
    rect = side(page).locator(".io-asked").bounding_box()
    picture = side(page).locator("img").bounding_box()
    assert abs(rect["x"] - picture["x"] - 0.1 * picture["width"]) < 3
    assert abs(rect["width"] - 0.3 * picture["width"]) < 4
    page.keyboard.press("Space")
    expect(side(page, "back").locator(".io-found")).to_have_count(1)


def test_a_screen_reader_reads_the_text(open_context, omena, styled):
    page = open_context(**DESKTOP, reduced_motion="reduce").new_page()
    page.goto(f"{omena.url}/study/browse?deck=Styled")

    expect(side(page).locator(".anki-html")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="The [animal] sat.")).to_be_attached()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="The cat sat.")).to_be_attached()
