"""What the learner does before the server has answered, as on a slow network, is neither lost nor done twice."""

import re

import pytest
from devices import DESKTOP
from held import Held
from playwright.sync_api import expect
from table import Table
from test_cards_list import List
from test_media import PICTURE, MediaForm
from worlds import add, open_map, pins


@pytest.fixture
def desktop_list(open_context, omena):
    return List(open_context(**DESKTOP).new_page(), omena)


@pytest.fixture
def form(open_context, omena):
    return MediaForm(open_context(**DESKTOP).new_page(), omena).open()


def test_a_form_that_is_being_saved_takes_no_text_that_would_be_lost(form):
    held = Held(form.page, re.compile("/cards/new"))
    back = form.page.get_by_label("Back")
    form.write(Front="kissa", Back="cat")
    form.page.keyboard.press("Control+Enter")
    held.wait()

    form.page.keyboard.type("s")
    expect(back).to_have_value("cat")
    held.fail()

    expect(form.page.get_by_text("Not saved")).to_be_visible()
    expect(back).to_be_focused()
    form.page.keyboard.type("s")
    form.add()
    assert "cats" in form.texts()


def test_a_place_that_is_being_saved_takes_no_text_that_would_be_lost(open_context, world):
    add(world, "Suva", -18.14, 178.44)
    page = open_map(open_context, world)
    page.get_by_role("link", name="Suva").click()
    expect(page.get_by_role("heading", name="Place details")).to_be_focused()
    held = Held(page, re.compile(r"/places/\d+$"))
    name = page.get_by_label("Name", exact=True)
    name.fill("Suva, Fiji")
    page.keyboard.press("Control+Enter")
    held.wait()

    page.keyboard.type("!")

    expect(name).to_have_value("Suva, Fiji")
    held.release()
    expect(page.get_by_role("link", name="Suva, Fiji")).to_be_focused()


def test_a_card_is_not_saved_without_a_picture_that_could_not_be_added(form):
    held = Held(form.page, re.compile(r"/media\?name="))
    form.write(Front="kissa", Back="cat").choose("Front", PICTURE)
    held.wait()
    form.page.get_by_role("button", name="Add card", exact=True).click()
    expect(form.page.locator("#form")).to_have_attribute("aria-busy", "true")

    held.fail()

    expect(form.page.locator(".media-error:visible")).to_contain_text("can’t be reached")
    expect(form.page.locator("#form")).not_to_have_attribute("aria-busy", "true")
    expect(form.page.get_by_label("Front")).to_have_value("kissa")
    form.choose("Front", PICTURE).has("my-cat-1.png")
    form.add()
    assert "kissa" in form.texts() and "my-cat-1" in form.texts()


def test_a_card_deleted_late_changes_nothing_of_another_search(desktop_list):
    page = desktop_list.page
    held = Held(page, re.compile(r"/cards/\d+"))
    desktop_list.row("rain").get_by_role("link").first.focus()
    page.keyboard.press("Delete")
    page.keyboard.press("Delete")
    held.wait()
    page.get_by_role("searchbox", name="Search cards").fill("kissa")
    desktop_list.count("1 card")
    assert len(held) == 1

    held.release()

    desktop_list.says("Deleted “rain”").count("1 card")
    expect(page.locator("#selection [name=query]")).to_have_value("kissa")


def test_a_change_undone_late_shows_the_current_search(desktop_list):
    page = desktop_list.page
    desktop_list.row("rain").get_by_role("link").first.focus()
    page.keyboard.press("Delete")
    desktop_list.says("Deleted “rain”")
    held = Held(page, re.compile("/undo$"))
    undo = page.locator("#done").get_by_role("button", name="Undo")
    undo.dblclick()
    held.wait()
    page.get_by_role("searchbox", name="Search cards").fill("kissa")
    desktop_list.count("1 card")
    assert len(held) == 1

    held.release()

    desktop_list.says("Undone: Deleted “rain”").count("1 card")
    expect(page.locator("#rows > li")).to_have_count(1)


def test_a_server_that_refuses_rows_is_asked_once(desktop_list):
    asked = []

    def refuse(route):
        if route.request.headers.get("prefer") != "rows":
            return route.fallback()
        asked.append(route)
        route.fulfill(status=503, body="")

    desktop_list.page.route(re.compile("/cards"), refuse)
    with desktop_list.page.expect_response(lambda response: response.status == 503):
        desktop_list.page.mouse.wheel(0, 100_000)
    before = len(asked)

    # Time enough to ask again and again.
    desktop_list.page.evaluate("async () => { for (let n = 0; n < 10; n++) await fetch('/manifest.webmanifest'); }")

    assert len(asked) <= before + 1


@pytest.fixture
def batches(desktop):
    return desktop.settle(motion="reduced").learn("First words")


def test_more_cards_come_once_however_often_they_are_asked_for(batches):
    for done in range(20):
        batches.shows_done(done, total=20)
        batches.answer(True)
    held = Held(batches.page, re.compile(r"/study/learn\?"))

    batches.page.get_by_role("button", name="Continue with 20 more cards").dblclick()
    held.wait()
    assert len(held) == 1
    held.release()

    batches.shows_done(20, total=40)


def test_continuing_twice_studies_once(open_context, omena):
    context = open_context(**DESKTOP)
    first = Table(context.new_page(), omena).learn()
    first.answer(True)
    first.waits(0)
    second = Table(context.new_page(), omena).learn()

    second.page.evaluate("for (let n = 0; n < 2; n++) document.getElementById('here').click()")

    expect(second.card).to_be_visible()
    second.is_ready().shows_done(1)
    second.answer(True)
    second.shows_done(2)
    second.waits(0)
    second.answer(True)
    second.shows_done(3)


def test_a_session_taken_back_and_forth_continues(open_context, omena):
    context = open_context(**DESKTOP)
    first = Table(context.new_page(), omena).learn()
    second = Table(context.new_page(), omena).learn()

    for done, table in enumerate([second, first, second, first]):
        table.press("Continue here")
        expect(table.card).to_be_visible()
        table.answer(True)
        table.shows_done(done + 1)
        table.waits(0)


@pytest.mark.parametrize(("role", "name"), [("link", "First words"), ("checkbox", "Choose First words")])
def test_a_page_left_open_shows_the_current_numbers(desktop, role, name):
    desktop.page.clock.install()
    desktop.home()
    desktop.omena.make_deck("Cats")
    control = desktop.page.get_by_role(role, name=name, exact=True)
    control.focus()
    desktop.hide()
    desktop.page.clock.fast_forward("09:00:00")

    desktop.hide(False)

    expect(desktop.page.get_by_role("link", name="Cats", exact=True)).to_be_visible()
    expect(control).to_be_focused()


@pytest.fixture
def two_places(open_context, world):
    add(world, "Suva", -18.14, 178.44)
    add(world, "Nadi", -17.8, 177.42)
    return open_map(open_context, world)


def test_a_place_deleted_late_leaves_the_one_that_was_opened_meanwhile(two_places):
    page = two_places
    page.get_by_role("link", name="Suva").click()
    held = Held(page, re.compile(r"/places/\d+$"))
    page.get_by_role("button", name="Delete place").click()
    held.wait()
    page.get_by_role("button", name="Nadi").click()
    name = page.get_by_label("Name", exact=True)
    expect(name).to_have_value("Nadi")
    name.fill("Nadi, Fiji")

    held.release()

    expect(page.get_by_text("Deleted “Suva”")).to_be_visible()
    expect(name).to_have_value("Nadi, Fiji")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Nadi, Fiji")).to_be_focused()
    expect(page.get_by_text("1 place", exact=True)).to_be_visible()


def test_a_place_saved_late_keeps_what_is_typed_after_it_was_opened_again(two_places):
    page = two_places
    page.get_by_role("link", name="Suva").click()
    name = page.get_by_label("Name", exact=True)
    name.fill("Suva, Fiji")
    held = Held(page, re.compile(r"/places/\d+$"))
    page.get_by_role("button", name="Save").click()
    held.wait()
    page.get_by_role("button", name="Nadi").click()
    page.get_by_role("button", name="Discard").click()
    expect(name).to_have_value("Nadi")
    page.get_by_role("button", name="Suva").click()
    expect(name).to_have_value("Suva")
    name.fill("Suva City")

    held.release()

    expect(page.get_by_text("Changed “Suva, Fiji”")).to_be_visible()
    expect(name).to_have_value("Suva City")


def test_what_is_typed_while_a_pin_is_being_moved_stays(two_places, world):
    page = two_places
    page.get_by_role("link", name="Suva").click()
    expect(page.get_by_role("heading", name="Place details")).to_be_focused()
    before = pins(world)["Suva"]
    held = Held(page, re.compile(r"/places/\d+$"))
    box = page.get_by_role("button", name="Suva").bounding_box()
    page.mouse.move(box["x"] + 22, box["y"] + 22)
    page.mouse.down()
    page.mouse.move(box["x"] - 28, box["y"] + 72, steps=5)
    page.mouse.up()
    held.wait()
    name = page.get_by_label("Name", exact=True)
    name.fill("Suva, Fiji")

    held.release()

    expect(page.get_by_text("Moved “Suva” on the map")).to_be_visible()
    expect(name).to_have_value("Suva, Fiji")
    save = page.get_by_role("button", name="Save")
    save.click()
    expect(page.get_by_role("alert")).to_contain_text("Save again")
    save.click()
    expect(page.get_by_role("link", name="Suva, Fiji")).to_be_focused()
    assert pins(world)["Suva, Fiji"] != before


def test_a_change_of_a_place_is_undone_once_however_often_that_is_asked_for(two_places):
    page = two_places
    page.get_by_role("link", name="Suva").click()
    page.get_by_role("button", name="Delete place").click()
    held = Held(page, "**/undo")
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    held.wait()
    undo.click()
    assert len(held) == 1

    held.release()

    expect(page.get_by_role("link", name="Suva")).to_be_visible()
    expect(page.get_by_text("Undone.")).to_be_attached()
