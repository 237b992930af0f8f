"""Places as a learner meets them: the map and its list, pins, the sheet, what is near, and who is asked for what."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from serving import Omena
from test_accessibility import LARGE_TEXT, LOST, violations
from worlds import TileServer, WikipediaServer, page as article

HELSINKI = (60.1699, 24.9384)


@pytest.fixture
def wikipedia():
    with WikipediaServer() as server:
        yield server


@pytest.fixture
def tiles():
    with TileServer() as server:
        yield server


@pytest.fixture
def world(tmp_path, wikipedia, tiles):
    """Omena with a map and an encyclopedia on this machine."""
    with Omena(tmp_path / "library.omena", "--wikipedia", wikipedia.address) as omena:
        source = tiles.url + tiles.source
        fields = {f"{name}-address": source for name in ("standard", "satellite", "labels")}
        credits = {f"{name}-credit": f"Squares of {name}" for name in ("standard", "satellite", "labels")}
        body = "&".join(f"{name}={value.replace('&', '%26')}" for name, value in {**fields, **credits}.items())
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        assert omena.request("POST", "/settings/map", body, headers)[0] == 200
        yield omena


def add(omena, name, latitude, longitude, **more):
    """Adds a place; its id."""
    order = {"name": name, "latitude": latitude, "longitude": longitude, **more}
    status, _, body = omena.request("POST", "/places", json.dumps(order), {"Content-Type": "application/json"})
    assert status == 200, body
    return json.loads(body)["id"]


def pins(omena):
    """All places: name to latitude and longitude."""
    found = json.loads(omena.get("/places/pins", Accept="application/json")[2])
    return {name: point for name, *point in zip(found["names"], found["latitudes"], found["longitudes"])}


def open_map(open_context, omena, at="", **options):
    page = open_context(**{**DESKTOP, **options}).new_page()
    page.goto(f"{omena.url}/places{at}")
    expect(page.locator(".leaflet-container")).to_be_visible()
    return page


def look(page):
    """Where the map looks, as its address says: latitude, longitude, zoom."""
    page.wait_for_function("() => location.search.startsWith('?at=')")
    return [float(part) for part in re.search(r"at=([^&]+)", page.url)[1].split(",")]


def test_opens_on_the_uk_then_on_the_pins_and_goes_where_it_is_told(open_context, world):
    page = open_map(open_context, world)
    expect(page.get_by_text("0 places")).to_be_visible()
    expect(page.locator(".leaflet-container canvas").first).to_be_attached()
    page.locator("#zoom-in").click()
    latitude, longitude, _ = look(page)
    assert abs(latitude - 56) < 0.3 and abs(longitude + 3) < 0.3

    add(world, "Suva", -18.14, 178.44)
    add(world, "Apia", -13.83, -171.77)
    page.goto(f"{world.url}/places")
    # Over the date line, not round the world: both stars are in sight.
    expect(page.get_by_role("button", name="Suva")).to_be_visible()
    expect(page.get_by_role("button", name="Apia")).to_be_visible()

    search = page.get_by_role("searchbox", name="Name of a place, or coordinates")
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
    expect(page.get_by_text("No place is called that")).to_be_visible()
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


@pytest.mark.parametrize("device", ["mouse", "keyboard", "touch"])
def test_a_pin_is_dropped_named_moved_deleted_and_had_back(open_context, world, device):
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
    # It was all chosen: typing puts the name in its place.
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


def test_holding_drops_one_pin_and_two_taps_none(open_context, world):
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


def test_a_sheet_refuses_beside_the_field_and_loses_nothing(open_context, world):
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
    page.get_by_role("button", name="Go on writing").click()
    page.get_by_label("Coordinates", exact=True).fill("60°08′44″N 24°59′17″E")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Viapori")).to_be_visible()
    assert pins(world)["Viapori"] == pytest.approx([60.14556, 24.98806], abs=1e-4)
    # The way back of the browser leads through what was open.
    page.go_back()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Viapori")


def test_nobody_is_asked_for_pictures_before_the_learner_says_so(chromium, world, tiles, wikipedia):
    add(world, "Suomenlinna", 60.1454, 24.9881)
    context = chromium.new_context(**DESKTOP, service_workers="block")
    page = context.new_page()
    faults = []
    page.on("console", lambda message: message.type == "error" and faults.append(message.text))
    page.goto(f"{world.url}/places")
    consent = page.get_by_role("form", name="Map pictures")
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
    page.get_by_role("button", name="Show the map").click()
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


def test_squares_that_were_seen_are_there_without_a_network(chromium, world, tiles):
    world.post_form("/places/tiles", style="standard", allow="on")
    context = chromium.new_context(**DESKTOP)
    page = context.new_page()
    page.goto(f"{world.url}/places?at=60.17,24.94,12")
    page.evaluate("() => navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.reload()
    expect(page.locator(".leaflet-tile-loaded").first).to_be_visible()
    page.wait_for_function("async () => (await (await caches.open('tiles')).keys()).length > 3")
    tiles.__exit__()
    asked = len(tiles.asked)
    context.set_offline(True)
    page.reload()
    expect(page.locator("img.leaflet-tile-loaded").first).to_be_visible()
    expect(page.locator("canvas.leaflet-tile-loaded").first).to_be_visible()
    assert len(tiles.asked) == asked
    context.set_offline(False)
    context.close()
    tiles.__enter__()


def test_what_is_near_is_listed_sorted_and_becomes_cards_and_places(open_context, world, wikipedia):
    here = add(world, "Suomenlinna", 60.1454, 24.9881)
    wikipedia.pages["en"] = [
        article("Vallisaari", at=(60.137, 25.003)),
        article("Äänekoski square", "Square", at=(60.16, 24.95)),
        article("Harakka", "Island off the coast of Helsinki", at=(60.1468, 24.9606), picture=f"{wikipedia.url}/h.png"),
        article("Nowhere in particular", "A state of mind"),
        article("ateneum", "Art museum <b>in</b> Helsinki", at=(60.1702, 24.9443)),
    ]
    page = open_map(open_context, world)
    page.goto(f"{world.url}/places/{here}")
    assert wikipedia.asked == []
    wikipedia.mode = "hang"
    page.get_by_role("button", name="Nearby…").click()
    section = page.get_by_role("region", name="Nearby")
    expect(section.get_by_text("Loading…")).to_be_visible()
    wikipedia.go_on.set()
    titles = section.locator(".article a")
    expect(titles).to_have_text(["Äänekoski square", "ateneum", "Harakka", "Nowhere in particular", "Vallisaari"])
    expect(section.locator(".article", has_text="Vallisaari").locator(".about")).to_have_text("No further information")
    expect(section.locator(".article", has_text="Harakka").locator(".far")).to_have_text("1.5 km")
    expect(section.locator(".article", has_text="ateneum").locator(".about")).to_have_text("Art museum <b>in</b> Helsinki")
    expect(section.locator(".article", has_text="Nowhere").get_by_role("button", name=re.compile("place"))).to_be_hidden()
    # The picture comes through Omena; the browser has asked nobody else.
    page.wait_for_function("() => document.querySelector('.article img:not([hidden])')?.naturalWidth === 8")

    section.get_by_role("button", name="Make a card of Harakka").click()
    expect(page.get_by_text("Added “Harakka”")).to_be_visible()
    fields = world.read("SELECT fields FROM note WHERE note_type = 1 ORDER BY id DESC LIMIT 1")
    fields = fields if isinstance(fields, str) else fields.decode("utf-8", "replace")
    assert "Island off the coast of Helsinki" in fields
    assert "https://en.wikipedia.org/wiki/Harakka (CC BY-SA 4.0)" in fields
    section.get_by_role("button", name="Make a place of Vallisaari").click()
    expect(page.get_by_text("Added “Vallisaari”")).to_be_visible()
    assert pins(world)["Vallisaari"] == [60.137, 25.003]
    expect(page.get_by_role("button", name="Vallisaari", exact=True)).to_be_attached()
    headers = wikipedia.asked[0][1]
    assert headers["User-Agent"].startswith("Omena/") and "gzip" in headers["Accept-Encoding"]
    # Asked once, kept for a week.
    count = len(wikipedia.asked)
    page.reload()
    page.get_by_role("button", name="Nearby…").click()
    expect(titles).to_have_count(5)
    assert len([path for path, _ in wikipedia.asked[count:] if "api.php" in path]) == 0


def test_what_wikipedia_cannot_say_is_said_in_words_with_a_way_to_ask_again(open_context, world, wikipedia):
    page = open_map(open_context, world)
    for number, mode in enumerate(["html", "error", "huge", "busy"]):
        here = add(world, f"Place {number}", 10 + number, 20)
        wikipedia.mode = mode
        page.goto(f"{world.url}/places/{here}")
        page.get_by_role("button", name="Nearby…").click()
        section = page.get_by_role("region", name="Nearby")
        expect(section.get_by_text("Please try again later.")).to_be_visible()
        expect(page.get_by_role("button", name="Try again")).to_be_focused()
        asked = len(wikipedia.asked)
        wikipedia.mode = "pages"
        page.get_by_role("button", name="Try again").click()
        if mode == "busy":
            # It wanted half a minute of peace, and gets it.
            expect(section.get_by_text("Please try again later.")).to_be_visible()
            assert len(wikipedia.asked) == asked
        else:
            expect(section.get_by_text("Nothing nearby")).to_be_visible()


def test_the_list_and_its_forms_do_without_a_script(open_context, world):
    page = open_context(java_script_enabled=False).new_page()
    page.goto(f"{world.url}/places")
    expect(page.locator("noscript p")).to_contain_text("The map itself needs JavaScript.")
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
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == [], f"{path}, {scheme}"
        large = open_context(viewport={"width": 390, "height": 844}).new_page()
        large.add_init_script(LARGE_TEXT % 200)
        large.goto(world.url + path)
        # The map itself is larger than its window, and what stands in an input can be longer than that.
        assert large.evaluate(LOST.replace("template,", "template, .leaflet-container, input,")) == [], path
