"""The form of a card: by touch, by keys, without scripts; nothing that was typed is ever lost."""

from urllib.parse import urlencode

import pytest
from accessibility import lost, violations_in_schemes
from devices import DESKTOP, PHONE
from playwright.sync_api import expect

WORD = 3
CLOZE = 4
WORD_TYPES = [
    "noun", "verb", "adjective", "adverb", "preposition", "conjunction", "pronoun", "interjection", "determiner",
    "phrase",
]  # fmt: skip


class Form:
    """A card's form as a test uses it."""

    def __init__(self, page, omena):
        self.page = page
        self.omena = omena

    def open(self, kind=WORD, **query):
        asked = "".join(f"&{name}={value}" for name, value in query.items())
        self.page.goto(f"{self.omena.url}/cards/new?type={kind}{asked}")
        return self

    def edit(self, prompt):
        self.page.goto(f"{self.omena.url}/cards?{urlencode({'query': chr(34) + prompt + chr(34)})}")
        self.page.get_by_role("link", name=prompt).first.click()
        self.page.get_by_role("link", name="Edit", exact=True).click()
        expect(self.page.get_by_role("heading", name="Edit card")).to_be_visible()
        return self

    def field(self, name):
        return self.page.get_by_role("textbox", name=name, exact=True)

    def write(self, **fields):
        for name, text in fields.items():
            self.field(name).fill(text)
        return self

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()
        return self

    def add(self):
        return self.press("Add card")

    def says(self, text):
        expect(self.page.locator("#done")).to_contain_text(text)
        return self

    def is_refused(self, name, reason):
        expect(self.field(name)).to_have_attribute("aria-invalid", "true")
        expect(self.field(name)).to_have_accessible_description(reason)
        return self


@pytest.fixture(params=["phone", "desktop"])
def form(request, open_context, omena):
    screen = PHONE if request.param == "phone" else DESKTOP
    return Form(open_context(**screen).new_page(), omena)


@pytest.fixture
def plain(open_context, omena):
    """A browser without scripts."""
    return Form(open_context(**PHONE, java_script_enabled=False).new_page(), omena)


def test_after_adding_the_fields_are_empty_and_the_first_has_the_focus(form):
    form.open().write(Word="  orchard ", Definition="Where apples grow.")
    form.page.get_by_role("radio", name="noun", exact=True).check()
    form.add().says("Added “orchard”")

    expect(form.field("Word")).to_have_value("")
    expect(form.field("Definition")).to_have_value("")
    expect(form.field("Word")).to_be_focused()

    # Ready for the next card without a press.
    form.page.keyboard.type("cider")
    form.write(Definition="What apples become.")
    form.page.keyboard.press("Control+Enter")
    form.says("Added “cider”")


def test_card_is_added_by_keyboard_alone(form):
    form.open()
    expect(form.field("Word")).to_be_focused()
    keyboard = form.page.keyboard
    keyboard.type("pear")
    keyboard.press("Tab")
    expect(form.page.get_by_role("button", name="Add a picture or sound").first).to_be_focused()
    keyboard.press("ArrowRight")
    expect(form.page.get_by_role("button", name="Record a sound").first).to_be_focused()
    for _ in range(3):
        keyboard.press("Tab")
    keyboard.type("A fruit.")
    keyboard.press("Tab")
    keyboard.press("Tab")
    expect(form.page.get_by_role("button", name="Generate")).to_be_focused()
    keyboard.press("Tab")
    keyboard.press("ArrowRight")
    expect(form.page.get_by_role("radio", name="noun", exact=True)).to_be_checked()
    keyboard.press("Control+Enter")

    form.says("Added “pear”")


def test_empty_sides_are_refused_next_to_their_fields_and_nothing_is_lost(form):
    form.open().write(Word="kept", Pronunciation="kɛpt", Definition="   ")
    form.page.get_by_role("radio", name="verb", exact=True).check()
    form.page.get_by_label("Tags").fill("one two")
    form.add().is_refused("Definition", "Enter the answer.")

    expect(form.field("Definition")).to_be_focused()
    expect(form.field("Word")).to_have_value("kept")
    expect(form.field("Pronunciation")).to_have_value("kɛpt")
    expect(form.page.get_by_role("radio", name="verb", exact=True)).to_be_checked()
    expect(form.page.get_by_label("Tags")).to_have_value("one two")

    form.write(Definition="Not lost.")
    expect(form.field("Definition")).not_to_have_attribute("aria-invalid", "true")
    form.add().says("Added “kept”")


def test_duplicate_prompt_warns_first(form):
    form.open().write(Word="twice", Definition="1").add().says("Added “twice”")
    form.write(Word="Twice ")

    warning = form.page.get_by_role("alert").filter(has_text="with this question already exists")
    before = form.page.get_by_role("button", name="Generate").bounding_box()
    expect(warning).to_be_visible()
    # What the learner is about to press stays where it is.
    assert form.page.get_by_role("button", name="Generate").bounding_box() == before
    form.write(Word="Twic")
    expect(warning).to_have_count(0)
    form.write(Word="Twice ", Definition="2")
    expect(warning).to_be_visible()
    form.add()
    form.press("Add anyway").says("Added “Twice”")


def test_closing_asks_before_changes_are_lost(form):
    form.open(back=f"{form.omena.base}/cards").write(Word="half a wor")
    form.page.get_by_role("link", name="Close").click()

    dialog = form.page.get_by_role("dialog", name="Leave without saving?")
    expect(dialog.get_by_role("button", name="Keep editing")).to_be_focused()
    dialog.get_by_role("button", name="Keep editing").click()
    expect(dialog).to_be_hidden()
    expect(form.field("Word")).to_have_value("half a wor")

    form.page.keyboard.press("Escape")
    dialog.get_by_role("button", name="Discard").click()
    expect(form.page).to_have_url(f"{form.omena.url}/cards")


def test_closing_without_changes_does_not_ask(form):
    form.open(back=f"{form.omena.base}/cards")
    form.page.get_by_role("link", name="Close").click()

    expect(form.page).to_have_url(f"{form.omena.url}/cards")


def test_nothing_is_lost_while_omena_cannot_be_reached(form):
    form.open().write(Word="patience", Definition="Waiting well.")
    form.page.route("**/cards/new*", lambda route: route.abort())
    form.add()

    expect(form.page.get_by_role("alert")).to_contain_text("What you entered is still here.")
    expect(form.field("Word")).to_have_value("patience")

    form.page.unroute("**/cards/new*")
    form.add().says("Added “patience”")


def test_undo_takes_a_new_card_away_again(form):
    form.open().write(Word="oops", Definition="1").add().says("Added “oops”")
    form.press("Undo")

    form.page.goto(f"{form.omena.url}/cards?query=oops")
    expect(form.page.get_by_role("heading", name="Nothing found")).to_be_visible()


def test_changing_the_type_keeps_the_text(form):
    form.open().write(Word="apple", Definition="A fruit.")
    form.page.get_by_label("Card type").select_option("Basic and reversed")
    if form.page.locator("#change-type").is_visible():
        form.press("Change")

    expect(form.field("Front")).to_have_value("apple")
    form.write(Back="omena").add().says("Added “apple”")


def test_selected_words_become_a_gap(form):
    form.open(CLOZE).write(Text="Apples grow on trees")
    form.add().is_refused("Text", "Mark the text to hide: {{c1::word}}.")
    form.field("Text").evaluate("(text) => text.setSelectionRange(15, 20)")
    form.press("Hide the selected text")

    expect(form.field("Text")).to_have_value("Apples grow on {{c1::trees}}")
    form.add().says("Added “Apples grow on")


def test_language_is_added_to_a_word(form):
    form.edit("rain")
    form.page.get_by_text("14 more languages").click()
    form.page.get_by_role("combobox", name="Another language").fill("Italian")
    form.press("Add language")
    field = form.field("Italian")
    expect(field).to_have_attribute("lang", "it")
    expect(field).to_have_attribute("dir", "auto")
    field.fill("pioggia")
    form.press("Save").says("Changed “rain”")

    form.edit("rain")
    form.page.get_by_text("15 more languages").click()
    expect(form.field("Italian")).to_have_value("pioggia")
    expect(form.field("Finnish")).to_have_value("sade")


def test_edited_card_keeps_its_state(phone, omena):
    phone.learn()
    phone.answer(True)
    phone.waits(0)
    form = Form(phone.page, omena)
    phone.page.goto(f"{omena.url}/cards")
    before = omena.log()
    form.edit("How many legs does a spider have?").write(Back="8").press("Save").says("Changed")

    assert omena.log() == before
    phone.home()
    expect(phone.page.get_by_text("1 answer, under a minute")).to_be_visible()


def test_form_works_without_a_script(plain):
    plain.open(back=f"{plain.omena.base}/history").write(Word="plain", Definition="").add()
    plain.is_refused("Definition", "Enter the answer.")
    plain.write(Definition="Without ornament.").add().says("Added “plain”")
    expect(plain.field("Word")).to_have_value("")
    plain.press("Undo")
    plain.page.get_by_role("link", name="Cancel").click()

    expect(plain.page).to_have_url(f"{plain.omena.url}/history")
    expect(plain.page.get_by_text("Added “plain”")).to_be_visible()
    plain.page.get_by_role("button", name="Redo: Added “plain”").click()
    expect(plain.page.get_by_role("button", name="Undo: Added “plain”")).to_be_visible()


def test_sheet_stays_in_place_when_the_keyboard_of_a_phone_opens(open_context, omena):
    page = open_context(**PHONE).new_page()
    form = Form(page, omena).open()
    form.field("Word").tap()
    before = form.field("Word").bounding_box()
    page.set_viewport_size({"width": 390, "height": 480})

    expect(form.field("Word")).to_be_in_viewport()
    expect(form.page.locator("#save")).to_be_in_viewport()
    assert form.field("Word").bounding_box()["x"] == before["x"]
    assert form.field("Word").bounding_box()["width"] == before["width"]


def test_short_sheet_reaches_the_bottom_of_a_phone_page(open_context, omena):
    page = open_context(**PHONE).new_page()
    page.goto(f"{omena.url}/types/5")

    sheet = page.locator(".sheet").bounding_box()
    assert sheet["y"] + sheet["height"] == pytest.approx(PHONE["viewport"]["height"], abs=1)


def test_late_warning_does_not_replace_the_result_of_saving(form):
    form.open().write(Word="late", Definition="1").add().says("Added")
    held = []
    form.page.route(
        "**/cards/new*",
        lambda route: held.append(route) if "do=preview" in (route.request.post_data or "") else route.continue_(),
    )

    with form.page.expect_request(lambda request: "do=preview" in (request.post_data or "")):
        form.write(Word="late", Definition="2")
    form.add()
    expect(form.page.get_by_role("button", name="Add anyway", exact=True)).to_be_visible()
    with form.page.expect_event("requestfinished", lambda request: "do=preview" in (request.post_data or "")):
        # An earlier one was cancelled if there was time for it between the two fields.
        held[-1].continue_()
    form.page.evaluate("() => new Promise((resolve) => setTimeout(resolve))")

    expect(form.page.get_by_role("button", name="Add anyway", exact=True)).to_be_visible()


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_in_any_form(open_context, omena, screen):
    page = open_context(**screen).new_page()
    form = Form(page, omena)

    def leaving():
        form.open().write(Word="x")
        page.keyboard.press("Escape")

    states = {
        "new": lambda: form.open(),
        "refused": lambda: form.open().add().is_refused("Word", "Enter the question."),
        "twin": lambda: form.open().write(Word=f"w{id(screen)}", Definition="1").add().says("Added")
        .write(Word=f"w{id(screen)}", Definition="1").add().press("Add anyway")
        and expect(form.field("Word")).to_have_value(""),
        "languages": lambda: form.edit("rain"),
        "cloze": lambda: form.open(CLOZE),
        "leaving": leaving,
        "deck": lambda: page.goto(f"{omena.url}/decks") and page.get_by_role("link", name="Options").first.click(),
        "new deck": lambda: page.goto(f"{omena.url}/decks/new"),
        "decks": lambda: page.goto(f"{omena.url}/decks"),
    }  # fmt: skip
    for name, state in states.items():
        state()
        assert violations_in_schemes(page) == [], name
        if name == "leaving":
            page.get_by_role("button", name="Discard").click()
            page.wait_for_url("**/cards")


def test_nothing_is_lost_on_small_screens_and_with_large_text(open_context, omena):
    page = open_context(**PHONE).new_page()
    for path in ("/cards/new?type=3", "/cards/new?type=5", "/cards", "/decks", "/decks/new", "/history", "/bin"):
        page.goto(omena.url + path)
        assert lost(page) == [], path


def test_every_word_type_shows_its_name_in_its_colour(form):
    form.open()
    choices = form.page.get_by_role("group", name="Word type").get_by_role("radio")
    assert [choice.get_attribute("value") for choice in choices.all()] == ["", *WORD_TYPES]
    colours = {
        form.page.locator(f".badge.{name}").evaluate("(badge) => getComputedStyle(badge).color")
        for name in WORD_TYPES
    }

    assert len(colours) == 10
    for choice in form.page.locator(".type-choices label").all():
        box = choice.bounding_box()
        assert box["width"] >= 44 and box["height"] >= 44
