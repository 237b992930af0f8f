"""The sheet of one place: its photo, its text, and dragging its pin."""

import pytest
from devices import DESKTOP, PHONE
from media import png
from playwright.sync_api import expect
from test_media import MediaForm
from worlds import add, open_map, pins

PHOTO = {"name": "bastion.png", "mimeType": "image/png", "buffer": png()}


def test_a_photo_is_added_shown_removed_and_restored(open_context, world):
    here = add(world, "Suomenlinna", 60.1454, 24.9881, description="A fortress.")
    page = open_map(open_context, world)
    form = MediaForm(page, world)

    def open_sheet():
        page.get_by_role("link", name="Suomenlinna").click()
        expect(page.get_by_role("heading", name="Place details")).to_be_focused()

    def save():
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("link", name="Suomenlinna")).to_be_focused()

    open_sheet()
    form.choose("Description", PHOTO).has("bastion.png")
    # The photo does not appear in the text, nor the text in the photo.
    expect(page.get_by_label("Description", exact=True)).to_have_value("A fortress.")
    save()
    open_sheet()
    form.has("bastion.png")
    picture = page.locator("#details .medium img")
    expect(picture).to_be_visible()
    assert picture.evaluate("(picture) => picture.decode().then(() => picture.naturalWidth)") > 0
    # A moved pin keeps its photo.
    page.get_by_label("Coordinates", exact=True).fill("60.15, 24.99")
    save()
    open_sheet()
    form.has("bastion.png")

    page.get_by_role("button", name="Remove bastion.png").click()
    save()
    open_sheet()
    expect(picture).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Undone.")).to_be_attached()
    open_sheet()
    form.has("bastion.png")
    expect(page.get_by_label("Description", exact=True)).to_have_value("A fortress.")
    assert world.read("SELECT count(*) FROM note WHERE id = ?", int(here)) == 1


def test_a_pin_is_dragged_by_touch(open_context, world):
    add(world, "Suomenlinna", 60.1454, 24.9881)
    page = open_map(open_context, world, "?at=60.1454,24.9881,12", **PHONE)
    page.get_by_role("button", name="Not now").click()
    star = page.get_by_role("button", name="Suomenlinna", exact=True)
    expect(star).to_be_visible()
    box = star.bounding_box()
    x, y = box["x"] + 22, box["y"] + 22
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        point = {"x": x - 12 * step, "y": y - 8 * step}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.get_by_text("Moved “Suomenlinna” on the map")).to_be_visible()
    latitude, longitude = pins(world)["Suomenlinna"]
    assert latitude > 60.15 and longitude < 24.98
    # It neither moved the map nor dropped a pin.
    assert list(pins(world)) == ["Suomenlinna"]
    now = star.bounding_box()
    assert now["x"] < box["x"] - 30 and now["y"] < box["y"] - 20
    # It stays where it was dropped, now and later.
    page.goto(f"{world.url}/places?at=60.1454,24.9881,12")
    expect(star).to_be_visible()
    assert star.bounding_box() == pytest.approx(now, abs=2)


def test_dragging_a_pin_keeps_unsaved_text_in_its_sheet(open_context, world):
    add(world, "Suomenlinna", 60.1454, 24.9881)
    page = open_map(open_context, world, "?at=60.1454,24.9881,12", **DESKTOP)
    page.get_by_role("link", name="Suomenlinna").click()
    page.get_by_label("Description", exact=True).fill("Half a sen")
    box = page.get_by_role("button", name="Suomenlinna", exact=True).bounding_box()
    page.mouse.move(box["x"] + 22, box["y"] + 22)
    page.mouse.down()
    page.mouse.move(box["x"] + 122, box["y"] + 72, steps=5)
    page.mouse.up()
    # Position and text are saved or discarded together.
    expect(page.get_by_label("Coordinates", exact=True)).not_to_have_value("60.1454 N, 24.9881 E")
    expect(page.get_by_label("Description", exact=True)).to_have_value("Half a sen")
    assert pins(world)["Suomenlinna"] == [60.1454, 24.9881]
    page.get_by_label("Description", exact=True).fill("A whole sentence.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Suomenlinna")).to_be_focused()
    latitude, longitude = pins(world)["Suomenlinna"]
    assert latitude < 60.1454 and longitude > 24.9881
    page.get_by_role("link", name="Suomenlinna").click()
    expect(page.get_by_label("Description", exact=True)).to_have_value("A whole sentence.")


def test_nothing_covers_the_buttons_of_a_place(open_context, world):
    page = open_context(**PHONE, locale="uk-UA").new_page()
    page.goto(f"{world.url}/places/{add(world, 'Suomenlinna', 60.1454, 24.9881)}")
    # A word of its tab bar needs two lines.
    assert page.locator(".nav li").last.evaluate("(tab) => tab.clientHeight") > 70

    covered = """(buttons) => buttons.filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return ![top + 2, bottom - 2].every((y) => button.contains(document.elementFromPoint((left + right) / 2, y)));
    }).map((button) => button.innerText)"""
    for end in (0, 10_000):
        page.evaluate("(end) => scrollTo(0, end)", end)
        buttons = page.locator("#details .sheet-foot .btn:visible")
        expect(buttons.last).to_be_in_viewport(ratio=1)
        assert buttons.evaluate_all(covered) == []
    expect(page.locator(".nav")).to_be_in_viewport(ratio=1)
