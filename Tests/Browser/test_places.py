"""Places as a learner uses them: the map and its list, pins, the sheet, nearby articles, and consent to contact servers."""

import re

import pytest
from accessibility import lost, violations_in_schemes
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from table import wait_until
from worlds import add, look, open_map, page as article, pins

HELSINKI = (60.1699, 24.9384)


def test_map_opens_on_the_uk_or_on_the_pins_or_at_the_address(open_context, world):
    page = open_map(open_context, world)
    expect(page.get_by_text("0 places")).to_be_visible()
    expect(page.locator("canvas.world")).to_be_attached()
    page.locator("#zoom-in").click()
    latitude, longitude, _ = look(page)
    assert abs(latitude - 56) < 0.3 and abs(longitude + 3) < 0.3

    add(world, "Suva", -18.14, 178.44)
    add(world, "Apia", -13.83, -171.77)
    page.goto(f"{world.url}/places")
    # Across the date line, not around the world: both pins are visible.
    expect(page.get_by_role("button", name="Suva")).to_be_visible()
    expect(page.get_by_role("button", name="Apia")).to_be_visible()

    search = page.get_by_role("searchbox", name="Place name or coordinates")
    for words, point in [
        ("51.501 N, 0.141 W", (51.501, -0.141)),
        ("51°30′03.6″N 0°08′27.6″W", (51.501, -0.141)),
        ("geo:60.1699,24.9384", HELSINKI),
    ]:
        search.fill(words)
        search.press("Enter")
        page.wait_for_function(
            "([a, b]) => { const [x, y] = new URL(location).searchParams.get('at')?.split(',').map(Number) ?? [];"
            " return Math.abs(x - a) < 0.01 && Math.abs(y - b) < 0.01; }",
            arg=point,
        )
    search.fill("nowhere at all")
    search.press("Enter")
    expect(page.get_by_text("No place with that name was found")).to_be_visible()
    search.fill("suv")
    expect(page.get_by_text("1 place found")).to_be_visible()
    search.press("Enter")
    expect(page.get_by_role("heading", name="Place details")).to_be_visible()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Suva")

    page.goto(f"{world.url}/places?at=48.8583,2.2945,14")
    page.locator("#zoom-in").click()
    page.wait_for_function("() => location.search.endsWith(',15')")
    assert look(page)[0] == pytest.approx(48.8583, abs=0.01)
    for nonsense in ("?at=NaN,1,2", "?at=91,0,5", "?at=", "?at=a,b"):
        page.goto(f"{world.url}/places{nonsense}")
        expect(page.locator(".leaflet-container")).to_be_visible()


def test_a_late_answer_does_not_disturb_further_typing(open_context, world):
    page = open_map(open_context, world, "?at=60.17,24.94,12")
    late = []
    page.route("**/places/point?*", lambda route: late.append(route), times=1)
    search = page.get_by_role("searchbox", name="Place name or coordinates")
    search.fill("geo:51.501,-0.141")
    with page.expect_request("**/places/point?*"):
        search.press("Enter")
    search.fill("geo:48.8583,2.2945")
    with page.expect_response("**/places/point?*"):
        late[0].continue_()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    expect(search).to_be_focused()
    assert look(page)[:2] == pytest.approx((60.17, 24.94), abs=0.01)
    search.press("Enter")
    page.wait_for_function("() => location.search.includes('at=48.85')")


@pytest.mark.parametrize("device", ["mouse", "keyboard", "touch"])
def test_a_pin_is_dropped_named_moved_deleted_and_restored(open_context, world, device):
    page = open_map(open_context, world, "?at=60.17,24.94,12", **(PHONE if device == "touch" else {}))
    canvas = page.locator("#map")
    if device == "mouse":
        canvas.click(position={"x": 200, "y": 200})
    elif device == "touch":
        canvas.tap(position={"x": 150, "y": 110})
    else:
        canvas.focus()
        expect(page.locator(".crosshair")).to_have_css("opacity", "1")
        page.keyboard.press("Enter")
    name = page.get_by_label("Name", exact=True)
    expect(name).to_have_value("New location")
    expect(name).to_be_focused()
    expect(page.get_by_role("button", name="New location")).to_be_visible()
    (point,) = pins(world).values()
    if device == "keyboard":
        assert point == pytest.approx([60.17, 24.94], abs=1e-3)
    # All of it was selected: typing replaces it.
    page.keyboard.type("Tähti")
    page.get_by_label("Description", exact=True).fill("Where the star fell.")
    page.get_by_label("Tags", exact=True).fill("sky")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Tähti")).to_be_focused()
    star = page.get_by_role("button", name="Tähti")
    expect(star).to_be_visible()
    assert list(pins(world)) == ["Tähti"]

    if device == "mouse":
        box = star.bounding_box()
        page.mouse.move(box["x"] + 22, box["y"] + 22)
        page.mouse.down()
        page.mouse.move(box["x"] + 122, box["y"] + 72, steps=5)
        page.mouse.up()
        expect(page.get_by_text("Moved “Tähti” on the map")).to_be_visible()
        moved = pins(world)["Tähti"]
        assert moved[1] > point[1] and moved[0] < point[0]
        page.get_by_role("button", name="Undo").click()
        expect(page.get_by_text("Moved “Tähti” on the map")).to_be_hidden()
        assert pins(world)["Tähti"] == point

    star.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Description", exact=True)).to_have_value("Where the star fell.")
    expect(page.get_by_label("Tags", exact=True)).to_have_value("sky")
    page.get_by_role("button", name="Delete place").click()
    expect(page.get_by_text("0 places")).to_be_visible()
    expect(star).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(star).to_be_visible()
    expect(page.get_by_text("1 place", exact=True)).to_be_visible()


def test_long_press_drops_one_pin_and_double_tap_none(open_context, world):
    page = open_map(open_context, world, "?at=60.17,24.94,12", **PHONE)
    page.locator("#map").dblclick(position={"x": 150, "y": 110})
    page.wait_for_function("() => location.search.endsWith(',13')")
    assert pins(world) == {}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 150, "y": 110}]})
    expect(page.get_by_label("Name", exact=True)).to_have_value("New location")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.get_by_label("Name", exact=True).fill("Held")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("1 place", exact=True)).to_be_visible()
    assert list(pins(world)) == ["Held"]


def test_the_map_follows_a_place_to_the_coordinates_typed_for_it(open_context, world):
    page = open_map(open_context, world, "?at=60.17,24.94,12")
    page.locator("#map").click(position={"x": 200, "y": 200})
    page.get_by_label("Name", exact=True).fill("Shibuya")
    page.get_by_label("Coordinates", exact=True).fill("35.66, 139.7")
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("button", name="Shibuya")).to_be_in_viewport()


def test_a_sheet_explains_errors_beside_the_field_and_loses_nothing(open_context, world):
    add(world, "Suomenlinna", 60.1454, 24.9881)
    page = open_map(open_context, world)
    page.get_by_role("link", name="Suomenlinna").click()
    expect(page).to_have_url(re.compile(r"/places/\d+\?at="))
    page.get_by_label("Coordinates", exact=True).fill("somewhere")
    page.get_by_label("Name", exact=True).fill(" ")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Coordinates", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Coordinates", exact=True)).to_have_value("somewhere")
    page.get_by_label("Name", exact=True).fill("Viapori")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name="Keep editing").click()
    page.get_by_label("Coordinates", exact=True).fill("60°08′44″N 24°59′17″E")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Viapori")).to_be_visible()
    assert pins(world)["Viapori"] == pytest.approx([60.14556, 24.98806], abs=1e-4)
    # The browser's back button leads through the places that were open.
    page.go_back()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Viapori")


def test_tiles_are_not_requested_without_consent(chromium, world, tiles, wikipedia):
    add(world, "Suomenlinna", 60.1454, 24.9881)
    context = chromium.new_context(**DESKTOP, service_workers="block")
    page = context.new_page()
    faults = []
    page.on("console", lambda message: message.type == "error" and faults.append(message.text))
    page.goto(f"{world.url}/places")
    consent = page.get_by_role("form", name="Map images")
    expect(consent).to_contain_text(tiles.url.removeprefix("http://"))
    page.locator("#zoom-out").click()
    page.get_by_role("radio", name="Satellite").check()
    page.get_by_role("button", name="Not now").click()
    expect(consent).to_be_hidden()
    policy = world.get("/places")[1]["Content-Security-Policy"]
    assert tiles.url not in policy
    page.get_by_role("link", name="Suomenlinna").click()
    expect(page.get_by_role("button", name="Nearby…")).to_be_visible()
    page.get_by_role("link", name="Close").click()
    assert tiles.asked == [] and wikipedia.asked == []

    page.get_by_role("radio", name="Map").check()
    page.get_by_role("button", name="Load map images").click()
    expect(page.locator(".leaflet-tile-loaded").first).to_be_visible()
    expect(page.get_by_text("Squares of standard")).to_be_visible()
    expect(consent).to_be_hidden()
    assert f"img-src 'self' {tiles.url};" in world.get("/places")[1]["Content-Security-Policy"]
    path, headers = tiles.asked[0]
    assert re.fullmatch(r"/\d+/\d+/\d+\.png", path)
    assert headers["Referer"] == f"{world.url}/" and "no-cache" not in headers.get("Cache-Control", "")
    # The other pages may load nothing from there.
    assert tiles.url not in world.get("/cards")[1]["Content-Security-Policy"]
    page.get_by_role("radio", name="Hybrid").check()
    expect(page.get_by_text("Squares of satellite · Squares of labels")).to_be_visible()
    assert faults == []
    context.close()


def test_seen_tiles_are_available_without_a_network(chromium, world, tiles):
    world.post_form("/places/tiles", style="standard", allow="on")
    context = chromium.new_context(**DESKTOP)
    page = context.new_page()
    page.goto(f"{world.url}/places?at=60.17,24.94,12")
    page.evaluate("() => navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.reload()
    expect(page.locator(".leaflet-tile-loaded").first).to_be_visible()
    wait_until(page, "async () => (await (await caches.open('tiles')).keys()).length > 3")
    tiles.__exit__()
    asked = len(tiles.asked)
    context.set_offline(True)
    page.reload()
    expect(page.locator("img.leaflet-tile-loaded").first).to_be_visible()
    expect(page.locator("canvas.world")).to_be_visible()
    assert len(tiles.asked) == asked
    context.set_offline(False)
    context.close()
    tiles.__enter__()


def test_the_list_and_its_forms_work_without_scripts(open_context, world):
    page = open_context(java_script_enabled=False).new_page()
    page.goto(f"{world.url}/places")
    expect(page.locator("noscript p")).to_contain_text("The map needs JavaScript.")
    page.get_by_role("link", name="Add").click()
    page.get_by_label("Name", exact=True).fill("Tallinn")
    page.get_by_label("Description", exact=True).fill("Over the bay.")
    page.get_by_label("Coordinates", exact=True).fill("59.437 N, 24.7536 E")
    page.get_by_role("button", name="Add card").last.click()
    page.goto(f"{world.url}/places")
    page.get_by_role("link", name="Tallinn").click()
    expect(page.get_by_label("Coordinates", exact=True)).to_have_value("59.437 N, 24.7536 E")
    page.get_by_label("Coordinates", exact=True).fill("59.5, 24.8")
    page.get_by_role("button", name="Save").last.click()
    expect(page.get_by_text("59.5 N, 24.8 E")).to_be_visible()
    assert pins(world) == {"Tallinn": [59.5, 24.8]}
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("59.437 N, 24.7536 E")).to_be_visible()


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_everybody_can_use_the_map(open_context, world, wikipedia, screen):
    here = add(world, "Suomenlinna", 60.1454, 24.9881)
    add(world, "ਪੰਜਾਬ", 60.16, 24.92)
    add(world, "دہلی", 60.15, 24.90)
    wikipedia.pages["en"] = [article("Harakka", "Island", at=(60.1468, 24.9606))]
    for path in ("/places", f"/places/{here}", "/settings/map"):
        page = open_context(**screen, locale="ar-XB" if path == "/places" else "en").new_page()
        page.goto(world.url + path)
        if path.startswith("/places/"):
            page.get_by_role("button", name="Nearby…").click()
            expect(page.get_by_role("link", name="Harakka")).to_be_visible()
        assert violations_in_schemes(page) == [], path
        # The map itself is larger than its container, and a text may be longer than its input.
        assert lost(page, except_in=[".leaflet-container", "input"]) == [], path


def test_words_of_a_place_are_in_the_middle_of_its_row(open_context, world):
    add(world, "Suomenlinna", 60.1454, 24.9881)
    deck = world.read("SELECT id FROM deck WHERE name = 'Places'")
    world.post_form("/cards/new", type=6, deck=deck, tags="", **{"f-1": "Atlantis"})
    page = open_map(open_context, world, **PHONE)
    expect(page.locator(".place-rows a")).to_have_count(2)

    away = page.locator(".place-rows a").evaluate_all("""(rows) => rows.map((row) => {
        const range = document.createRange();
        range.selectNodeContents(row);
        const [words, box] = [range.getBoundingClientRect(), row.getBoundingClientRect()];
        return Math.abs(words.top + words.bottom - box.top - box.bottom) / 2;
    })""")

    assert max(away) < 2, away
