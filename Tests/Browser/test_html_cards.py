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


def test_a_card_without_a_look_of_its_own_looks_like_all_others(open_context, omena, tmp_path):
    package = Package(tmp_path, "Stock")
    sheet = ".card {\n font-family: arial;\n font-size: 20px;\n text-align: center;\n color: black;\n background-color: white;\n}"
    kind = package.kind("Basic", ["Front", "Back"], "{{Front}}", "{{FrontSide}}\n\n<hr id=answer>\n\n{{Back}}", sheet)
    package.add(kind, "omena", "apple<br>fruit")
    package.exported()
    package.import_into(omena)
    page = open_context(**PHONE, color_scheme="dark").new_page()

    page.goto(f"{omena.url}/study/browse?deck=Stock")

    word = page.locator(".scene[data-depth='0'] .front .word")
    for name in ("fontSize", "fontFamily", "fontWeight", "color"):
        expected = word.evaluate("(word, name) => getComputedStyle(word)[name]", name)
        assert style(side(page), ".card", name) == expected
    assert violations(page, preload=False) == []


@pytest.fixture
def editor(open_context, omena, tmp_path):
    """Opens the forms of cards in HTML, given their fields."""
    package = Package(tmp_path, "Rich")
    basic = package.kind("Basic", ["Front", "Back"], "{{Front}}", "{{Back}}")
    gaps = package.kind("Gaps", ["Text"], "{{cloze:Text}}", "{{cloze:Text}}", cloze=True)
    package.add(basic, "apple<br>fruit &amp; &lt;tree&gt;", "<div class=own>Paris</div>")
    package.add(basic, "plain", "<i>one</i><div>two</div>")
    package.add(basic, "strange", "<b>a &constructor; b</b>")
    package.add(gaps, "Helsinki is <b>here</b>")
    package.add(gaps, "{{c1::Turku}} is <strong>old</strong>")
    package.add(gaps, "{{c1::Tampere}} is in {{c2::<i>Finland</i>::country}}, {{c3::<b>far</b> north}}")
    package.exported()
    package.import_into(omena)
    page = open_context(**DESKTOP).new_page()

    def open_form(word):
        page.goto(f"{omena.url}/cards?query={word}")
        page.locator("#rows .open-card").first.click()
        page.get_by_role("link", name="Edit", exact=True).click()
        expect(page.locator(".rich").first).to_be_visible()
        return page

    return open_form


def html_of(omena, word, field=1):
    return omena.read(f"SELECT fields ->> '$.{field}.text' FROM note WHERE fields ->> '$.1.text' LIKE '%{word}%'")


def save(page):
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(lambda url: "/cards?" in url)


def test_html_with_an_unknown_character_reference_is_edited_as_it_is(editor):
    page = editor("strange")
    expect(page.locator("textarea:visible")).to_have_value("<b>a &constructor; b</b>")


def test_html_is_edited_as_it_is_read(omena, editor):
    page = editor("apple")
    front = page.get_by_role("textbox", name="Front", exact=True)
    assert front.inner_text() == "apple\nfruit & <tree>"
    # More than formatted text is edited as it is.
    expect(page.locator("textarea:visible")).to_have_value("<div class=own>Paris</div>")
    page.get_by_label("Tags").fill("seen")
    save(page)
    assert html_of(omena, "apple") == "apple<br>fruit &amp; &lt;tree&gt;"

    editor("apple")
    front.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("<b> & ")
    page.get_by_role("button", name="Bold", exact=True).first.click()
    page.keyboard.type("red")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Bold", exact=True).first.click()
    page.keyboard.type("apple")
    assert violations(page) == []
    save(page)
    assert html_of(omena, "apple") == "&lt;b&gt; &amp; <b>red</b><br>apple"


def test_buttons_make_lists_links_and_colours_in_clean_html(omena, editor):
    page = editor("plain")
    back = page.get_by_role("textbox", name="Back", exact=True)
    assert back.inner_text() == "one\ntwo"
    page.on("dialog", lambda dialog: dialog.accept("https://example.org/?a=1&b=2"))
    back.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("one")
    page.keyboard.press("ControlOrMeta+a")
    page.get_by_role("button", name="Link", exact=True).last.click()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("two")
    page.get_by_role("button", name="List", exact=True).last.click()
    page.keyboard.press("End")
    for _ in "two":
        page.keyboard.press("Shift+ArrowLeft")
    page.get_by_role("button", name="Red", exact=True).last.click()
    page.get_by_role("button", name="HTML", exact=True).last.click()

    expect(page.locator("textarea:visible")).to_have_value(
        '<i><a href="https://example.org/?a=1&amp;b=2">one</a></i><ul><li><span style="color: #d93025">two</span></li></ul>'
    )


@pytest.mark.parametrize("scheme, address", [("https://", "example.org/a"), ("mailto:", "anna@example.org"), ("https://", "example.org/@anna")])
def test_a_list_has_its_marks_and_a_link_needs_no_scheme(omena, editor, scheme, address):
    page = editor("plain")
    back = page.get_by_role("textbox", name="Back", exact=True)
    typed = iter(["https://", address])
    page.on("dialog", lambda dialog: dialog.accept(next(typed)))
    back.click()
    page.keyboard.press("ControlOrMeta+a")
    page.get_by_role("button", name="Link", exact=True).last.click()
    expect(back.locator("a")).to_have_count(0)

    page.get_by_role("button", name="Link", exact=True).last.click()
    page.get_by_role("button", name="List", exact=True).last.click()

    expect(back.locator("a").first).to_have_attribute("href", scheme + address)
    expect(back.locator("ul")).to_have_css("list-style-type", "disc")


def test_a_gap_is_made_with_a_button(omena, editor):
    page = editor("Helsinki")
    text = page.get_by_role("textbox", name="Text", exact=True)
    text.click()
    page.keyboard.press("Home")
    for _ in "Helsinki":
        page.keyboard.press("Shift+ArrowRight")
    page.get_by_role("button", name="Gap", exact=True).click()
    page.keyboard.press("End")
    for _ in "here":
        page.keyboard.press("Shift+ArrowLeft")
    page.get_by_role("button", name="Gap", exact=True).click()
    save(page)

    assert html_of(omena, "Helsinki") == "{{c1::Helsinki}} is <b>{{c2::here}}</b>"
    expect(page.locator("#done")).to_contain_text("Changed “Helsinki is here”")


def test_gaps_are_shown_as_what_they_hide_and_removed_with_the_same_button(omena, editor):
    page = editor("Tampere")
    text = page.get_by_role("textbox", name="Text", exact=True)
    # The number of each gap is drawn by the style sheet.
    expect(text).to_have_text("Tampere is in Finlandcountry, far north")
    expect(text.locator("[data-gap]")).to_have_text(["Tampere", "Finlandcountry", "far north"])
    expect(text.locator("[data-gap] [data-hint]")).to_have_text(["country"])
    assert violations(page) == []
    text.locator("[data-gap='3']").click()
    page.get_by_role("button", name="Gap", exact=True).click()
    save(page)
    assert html_of(omena, "Tampere") == "{{c1::Tampere}} is in {{c2::<i>Finland</i>::country}}, <b>far</b> north"

    editor("Tampere")
    text.locator("[data-gap='2']").click()
    page.get_by_role("button", name="Gap", exact=True).click()
    save(page)
    assert html_of(omena, "Tampere") == "{{c1::Tampere}} is in <i>Finland</i>, <b>far</b> north"


def test_the_button_for_gaps_changes_nothing_where_nothing_is_selected(omena, editor):
    page = editor("Turku")
    page.get_by_role("textbox", name="Text", exact=True).locator("strong").click()
    page.get_by_role("button", name="Gap", exact=True).click()
    page.get_by_label("Tags").fill("seen")
    save(page)
    assert html_of(omena, "Turku") == "{{c1::Turku}} is <strong>old</strong>"
