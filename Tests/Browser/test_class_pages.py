"""Classes as a teacher and learners use them in browsers."""

import re

import pytest
from accessibility import violations_in_schemes
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from test_school import looks_right, sign_in

NARROW = {**PHONE, "viewport": {"width": 320, "height": 640}}


def publish(page, teacher, name="Finnish 1", progress=True):
    page.goto(f"{teacher.url}/settings")
    page.get_by_role("link", name="Open your classes").click()
    page.get_by_label("Deck", exact=True).select_option(label="First questions")
    page.get_by_label("Class name").fill(name)
    if progress:
        page.get_by_role("switch", name="Show me each learner’s progress").check()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    return page.get_by_label("Class link").input_value()


def test_a_learner_joins_by_link_takes_an_edition_undoes_it_and_leaves(open_context, school):
    school.add("boss", "--role", "admin")
    teacher = school.add("tessa", "--title", "Tessa Teacher", "--role", "teacher")
    ben = school.add("ben", "--title", "Ben")
    school.add("cleo", "--title", "Cleo")
    desk = open_context(**DESKTOP, learner=teacher).new_page()
    link = publish(desk, teacher)
    assert re.fullmatch(re.escape(school.url) + r"/class#[\w-]{22}", link)

    # Ben isn't signed in yet, and is led back to the class.
    page = open_context(**PHONE).new_page()
    page.goto(link)
    page.get_by_role("link", name="Sign in").click()
    sign_in(page, "ben")
    expect(page.get_by_role("heading", name="Finnish 1")).to_be_visible()
    assert "#" not in page.evaluate("() => location.href")
    expect(page.get_by_text("how many cards of this deck you know")).to_be_visible()
    # Somebody else on the same device is led back as well.
    page.get_by_role("link", name="Sign in as somebody else").click()
    sign_in(page, "cleo")
    expect(page.get_by_role("button", name="Join as Cleo")).to_be_visible()
    page.get_by_role("button", name="Join as Ben").click()
    expect(page).to_have_url(re.compile(r"/~ben/decks/\d+\?done="))
    expect(page.get_by_role("heading", name="Finnish 1")).to_be_visible()

    # The teacher changes a card and publishes it.
    desk.goto(f"{teacher.url}/classes")
    desk.get_by_role("link", name="Open class Finnish 1").click()
    desk.get_by_role("button", name="Publish a new edition").click()
    expect(desk.get_by_text("Nothing has changed in the deck since the last edition.")).to_be_visible()
    teacher.add_note(teacher.read("SELECT id FROM deck WHERE name = 'First questions'"), en="heliotrope", fi="heliotrooppi")
    desk.get_by_role("button", name="Publish a new edition").click()
    expect(desk.get_by_text("Edition 2", exact=True)).to_be_visible()
    row = desk.get_by_role("listitem").filter(has_text="Ben")
    expect(row).to_contain_text("Known: 0 of 10 · Due today: 0 · Answers in seven days: 0")

    page.goto(f"{ben.url}/")
    page.get_by_role("button", name="Get edition 2").click()
    # The notice is in sight, however long the page is.
    expect(page.get_by_text("Edition 2 of “Finnish 1” (new: 1, changed: 0, removed: 0)")).to_be_in_viewport()
    expect(page.get_by_text("11 cards").first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("10 cards").first).to_be_visible()
    page.goto(f"{ben.url}/classes")
    expect(page.get_by_text("You have edition 1")).to_be_visible()
    page.get_by_role("button", name="Get edition 2").click()
    expect(page.get_by_text("11 cards").first).to_be_visible()

    page.goto(f"{ben.url}/classes")
    page.get_by_text("Leave…").click()
    page.get_by_role("button", name="Leave the class").click()
    expect(page.get_by_text("You aren’t in a class.")).to_be_visible()
    desk.reload()
    expect(desk.get_by_text("Nobody has joined yet.")).to_be_visible()


def test_the_teacher_renews_the_link_and_closes_the_class(open_context, school):
    school.add("boss", "--role", "admin")
    teacher = school.add("tessa", "--role", "teacher")
    page = open_context(**PHONE, learner=teacher).new_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    first = publish(page, teacher, progress=False)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_focused()
    assert page.evaluate("() => navigator.clipboard.readText()") == first
    page.get_by_role("button", name="Make a new link").click()
    second = page.get_by_label("Class link").input_value()
    assert second != first
    page.get_by_role("button", name="Turn the link off").click()
    expect(page.get_by_text("There is no link, so nobody can join.")).to_be_visible()
    page.goto(second)
    expect(page.get_by_text("This class link no longer works.")).to_be_visible()
    page.goto(f"{teacher.url}/classes")
    page.get_by_role("link", name="Open class Finnish 1").click()
    page.get_by_text("Close the class…").click()
    page.get_by_role("button", name="Close the class").click()
    expect(page).to_have_url(f"{teacher.url}/classes")
    expect(page.get_by_role("link", name="Open class Finnish 1")).to_have_count(0)


def test_link_is_selected_where_the_browser_does_not_let_it_be_copied(open_context, school):
    school.add("boss", "--role", "admin")
    teacher = school.add("tessa", "--role", "teacher")
    page = open_context(**DESKTOP, learner=teacher).new_page()
    publish(page, teacher, progress=False)

    page.get_by_role("button", name="Copy link").press("Enter")

    expect(page.get_by_label("Class link")).to_be_focused()


def tab_to(locator):
    """Presses Tab until an element has the focus."""
    for _ in range(60):
        locator.page.keyboard.press("Tab")
        if locator.evaluate("(element) => element === document.activeElement"):
            return
    raise AssertionError(f"{locator} cannot be reached with the keyboard")


def tab_on(page):
    """Presses Tab once the page is loaded, before which the keyboard may not yet start where the address points."""
    page.wait_for_load_state()
    page.keyboard.press("Tab")


def test_a_class_is_led_with_the_keyboard(open_context, school):
    school.add("boss", "--role", "admin")
    teacher = school.add("tessa", "--role", "teacher")
    ben = school.add("ben", "--title", "Ben")
    desk = open_context(**DESKTOP, learner=teacher).new_page()
    desk.goto(f"{teacher.url}/classes")
    tab_to(desk.get_by_label("Class name"))
    desk.keyboard.type("Finnish 1")
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", name="Finnish 1")).to_be_visible()

    page = open_context(**DESKTOP, learner=ben).new_page()
    page.goto(desk.get_by_label("Class link").input_value())
    button = page.get_by_role("button", name="Join as Ben")
    expect(button).to_be_visible()
    tab_to(button)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/~ben/decks/\d+"))

    desk.reload()
    tab_to(desk.get_by_role("listitem").filter(has_text="Ben").locator("summary"))
    desk.keyboard.press("Enter")
    tab_to(desk.get_by_role("button", name="Remove from the class"))
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("Nobody has joined yet.")).to_be_visible()
    # The keyboard goes on where something was changed.
    link = desk.get_by_label("Class link")
    first = link.input_value()
    desk.get_by_role("button", name="Make a new link").press("Enter")
    expect(link).not_to_have_value(first)
    expect(link).to_be_focused()
    desk.get_by_role("button", name="Turn the link off").press("Enter")
    expect(link).to_have_count(0)
    tab_on(desk)
    expect(desk.get_by_role("switch", name="Show me each learner’s progress")).to_be_focused()
    teacher.add_note(teacher.read("SELECT id FROM deck WHERE name = 'First questions'"), en="heliotrope", fi="heliotrooppi")
    desk.get_by_role("button", name="Publish a new edition").press("Enter")
    expect(desk.get_by_text("Edition 2", exact=True)).to_be_visible()
    tab_on(desk)
    expect(desk.get_by_role("button", name="Publish a new edition")).to_be_focused()
    page.goto(f"{ben.url}/classes")
    expect(page.get_by_text("You aren’t in a class.")).to_be_visible()
    tab_to(page.get_by_role("link", name="Back"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{ben.url}/settings")


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "ja-JP", "ko-KR", "pa-IN", "uk-UA"])
def test_class_pages_are_accessible_and_fit(open_context, school, locale):
    school.add("boss", "--role", "admin")
    teacher = school.add("tessa", "--title", "Ein sehr langer Name, der nicht in eine Zeile passt", "--role", "teacher")
    desk = open_context(**DESKTOP, learner=teacher).new_page()
    link = publish(desk, teacher, "Ein Name mit einem sehrlangenWortdasnichtindiezeilepasst")
    one = desk.url
    ben = school.add("ben", "--title", "Ben")
    page = open_context(**NARROW, locale=locale, learner=ben).new_page()
    page.goto(f"{school.url}/class")
    looks_right(page, locale)
    page.goto(link)
    button = page.locator("button[value=ben]")
    expect(button).to_be_visible()
    looks_right(page, locale)
    button.click()
    teacher.add_note(teacher.read("SELECT id FROM deck WHERE name = 'First questions'"), en="heliotrope", fi="heliotrooppi")
    desk.get_by_role("button", name="Publish a new edition").click()
    for learner, path in ((ben, "/"), (ben, "/classes"), (teacher, "/classes"), (teacher, None)):
        page = open_context(**NARROW, locale=locale, learner=learner).new_page()
        page.goto(learner.url + path if path else one)
        page.evaluate("() => document.querySelectorAll('main details').forEach((details) => (details.open = true))")
        looks_right(page, locale)
    # Of the number of cards in an edition too, the word is in the reader's language.
    assert locale == "en-GB" or "cards" not in page.locator("main").inner_text()
