"""The world that comes with Omena: land and sea, names, pins on their places, credits, and maps of cards without a network."""

import math
import re

import png
import pytest
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from serving import ROOT
from table import wait_until
from test_finding import ADD_PLACES, CAPITALS, add_capitals, question, top
from worlds import add, look, open_map

# Whether a pixel of the map is land; the sea is transparent.
LAND = """([canvas, x, y]) => {
    const scale = canvas.width / canvas.clientWidth;
    return canvas.getContext("2d").getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data[3] > 200;
}"""
IS_LAND_AT_THE_CENTRE = f"""() => {{
    const canvas = document.querySelector("canvas.world");
    return canvas?.width > 300 && ({LAND})([canvas, canvas.clientWidth / 2, canvas.clientHeight / 2]);
}}"""
# Pixels of the map that are neither sea nor thin lines.
SHARE_OF_LAND = """(selector) => {
    const canvas = document.querySelector(selector);
    if (!canvas?.width) return 0;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let land = 0;
    for (let at = 3; at < data.length; at += 4) land += data[at] > 200;
    return (4 * land) / data.length;
}"""
RECORD_NAMES = """
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
        (this.canvas.names ??= []).push(text);
        fillText.call(this, text, ...rest);
    };
"""


def world_pixel(latitude, longitude, zoom):
    """A place on a Mercator map of the whole world, in pixels."""
    world = 256 * 2**zoom
    return (longitude + 180) / 360 * world, (1 - math.asinh(math.tan(math.radians(latitude))) / math.pi) / 2 * world


class Shown:
    """Where the map of a question shows places: it is fitted to corners at half zooms, with some space around them."""

    def __init__(self, box, corners):
        self.width, self.height = box["width"], box["height"]
        padding = min(28, round(min(self.width, self.height) / 8))
        south, west, north, east = corners
        (left, bottom), (right, top) = world_pixel(south, west, 0), world_pixel(north, east, 0)
        scale = min((self.width - 2 * padding) / (right - left), (self.height - 2 * padding) / (bottom - top))
        self.zoom = math.floor(math.log2(scale) * 2 + 1e-9) / 2
        self.middle = (left + right) / 2 * 2**self.zoom, (top + bottom) / 2 * 2**self.zoom

    def position(self, place):
        """From the left and from the top of the map."""
        x, y = world_pixel(*place, self.zoom)
        return x - self.middle[0] + self.width / 2, y - self.middle[1] + self.height / 2


def inner_box(chart):
    """The box of a map without its border."""
    return chart.evaluate(
        "(map) => { const { x, y } = map.getBoundingClientRect();"
        " return { x: x + map.clientLeft, y: y + map.clientTop, width: map.clientWidth, height: map.clientHeight }; }"
    )


def centre(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize(("screen", "zooms"), [(PHONE, (2, 5, 8)), (DESKTOP, range(2, 9))], ids=["phone", "desktop"])
def test_land_and_sea_are_where_they_are_at_every_zoom(open_context, omena, screen, zooms):
    # At the smallest zoom, a taller map would see the ends of the world instead of its middle.
    page = open_context(**{**screen, "viewport": {"width": screen["viewport"]["width"], "height": 700}}).new_page()
    land = {"Sahara": (22.7, 5.3), "Kazakhstan": (48.7, 66.3), "Brazil": (-8.3, -52.7)}
    sea = {"Atlantic": (31.3, -41.7), "Pacific": (-8.3, -150.7), "Caspian Sea": (41.7, 51.3), "Mediterranean": (34.3, 18.7)}
    # Small ones, and those at the edges of the world, beyond which a large screen with a small map would see.
    more = {"Greenland": (75.3, -40.7), "Chukotka": (67.3, -177.3), "Antarctica": (-80.3, 21.7), "Sicily": (37.6, 14.2)}

    for zoom in zooms:
        places = [(place, True) for place in (land | (more if zoom > 3 else {})).values()]
        for (latitude, longitude), is_land in places + [(place, False) for place in sea.values()]:
            page.goto(f"{omena.url}/places?at={latitude},{longitude},{zoom}")
            if is_land:
                page.wait_for_function(IS_LAND_AT_THE_CENTRE)
            else:
                page.wait_for_function("() => performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.endsWith('world.bin') && responseEnd)")
                page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
                assert not page.evaluate(IS_LAND_AT_THE_CENTRE), (latitude, longitude, zoom)


def test_a_moved_map_shows_what_a_new_one_does(open_context, omena):
    # Without motion the map does not glide on.
    page = open_context(**DESKTOP, reduced_motion="reduce").new_page()
    page.goto(f"{omena.url}/places?at=50,15,5")
    page.wait_for_function(f"() => ({SHARE_OF_LAND})('canvas.world') > 0.2")
    page.locator("#later").click()
    box = page.locator("#map").bounding_box()
    x, y = centre(box)
    for way in ((-250, 40), (-180, -150), (90, -220)):
        page.mouse.move(x, y)
        page.mouse.down()
        # Whole pixels, because a picture between two pixels is blurred.
        page.mouse.move(x + way[0], y + way[1], steps=10)
        page.mouse.up()
    page.locator("#zoom-in").click()
    page.wait_for_function("() => location.search.endsWith(',6')")
    latitude, longitude, _ = look(page)
    assert abs(latitude - 50) + abs(longitude - 15) > 5
    moved = page.locator("#map").screenshot()

    page.reload()
    page.wait_for_function(f"() => ({SHARE_OF_LAND})('canvas.world') > 0.2")
    fresh = page.locator("#map").screenshot()

    # The new map may round its centre to the next pixel.
    pictures = png.read(moved), png.read(fresh)
    assert min(differing(*pictures, x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)) < 0.002


def differing(one, other, right, down):
    """The share of pixels that differ clearly between a picture and another one that is shifted, without the controls at the edges."""
    assert (one.width, one.height) == (other.width, other.height)
    points = [(x, y) for y in range(80, one.height - 50, 3) for x in range(1, one.width - 80, 3)]
    changes = (max(abs(a - b) for a, b in zip(one[x, y], other[x + right, y + down])) for x, y in points)
    return sum(change > 64 for change in changes) / len(points)


def test_only_maps_load_the_world(open_context, omena):
    page = open_context(**PHONE).new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for path in ("/", "/cards", "/study/learn?deck=First%20questions", "/settings"):
        page.goto(omena.url + path)
        page.wait_for_load_state("networkidle")
    assert not any(address.endswith("world.bin") for address in asked)

    with page.expect_response(lambda response: response.url.endswith("world.bin")) as response:
        page.goto(f"{omena.url}/places")

    assert response.value.status == 200
    assert int(response.value.headers["content-length"]) < 300_000


@pytest.mark.parametrize("text_size", ["100%", "200%"])
def test_pins_stand_exactly_on_their_places(open_context, omena, text_size):
    places = {"A": (50.1, 14.4), "A place with an exceedingly long name": (47.5, 19.04), "東京": (48.2, 16.37), "دہلی": (45.8, 15.97)}
    ids = {name: add(omena, name, *place) for name, place in places.items()}
    page = open_map(open_context, omena, "?at=48,16,6")
    page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", text_size)
    page.locator("#zoom-out").click()
    page.wait_for_function("() => location.search.endsWith(',5')")
    latitude, longitude, zoom = look(page)
    box = inner_box(page.locator("#map"))

    for name, place in places.items():
        star = page.get_by_role("button", name=name, exact=True).locator("svg")
        expect(star).to_be_visible()
        x, y = centre(star.bounding_box())
        (across, down), (middle, level) = world_pixel(*place, zoom), world_pixel(latitude, longitude, zoom)
        assert x - box["x"] == pytest.approx(box["width"] / 2 + across - middle, abs=1), name
        assert y - box["y"] == pytest.approx(box["height"] / 2 + down - level, abs=1), name

    # An open place has a larger star.
    page.goto(f"{omena.url}/places/{ids['東京']}?at=48.2,16.37,6")
    star = page.locator(".pin.is-open svg")
    expect(star).to_be_visible()
    assert centre(star.bounding_box()) == pytest.approx(centre(inner_box(page.locator("#map"))), abs=1)


def test_pins_of_a_question_stand_on_their_places(device):
    add_capitals(device)
    page = device.page
    page.goto(f"{device.omena.url}/study/learn?deck=Places")
    device.is_ready()
    asked = question(device)
    places = [choice["at"] for choice in asked["choices"]]
    top(device).get_by_role("button", name="Choose from 4 pins").click()
    expect(top(device).locator(".four-pins button")).to_have_count(4)
    signs = top(device).locator(".chart-sign.is-offered span")
    expect(signs).to_have_count(4)
    page.evaluate("() => document.documentElement.style.fontSize = '200%'")

    spread = [centre(sign.bounding_box()) for sign in signs.all()]
    zoom = math.log2((spread[1][0] - spread[0][0]) / (world_pixel(*places[1], 0)[0] - world_pixel(*places[0], 0)[0]))
    assert zoom == pytest.approx(round(zoom * 2) / 2, abs=0.05)
    zoom = round(zoom * 2) / 2
    for (x, y), place in zip(spread, places):
        across, down = (a - b for a, b in zip(world_pixel(*place, zoom), world_pixel(*places[0], zoom)))
        assert (x - spread[0][0], y - spread[0][1]) == pytest.approx((across, down), abs=1.5)


@pytest.mark.parametrize("has_tiles", [False, True], ids=["coastlines", "tiles"])
def test_credits_are_in_sight_on_a_phone(chromium, world, has_tiles):
    if has_tiles:
        world.post_form("/places/tiles", style="hybrid", allow="on")
    page = open_map(chromium.new_context, world, **PHONE, service_workers="block")
    if has_tiles:
        expect(page.locator(".leaflet-tile-loaded").first).to_be_visible()
    credit = page.locator("#credit")
    expect(credit.get_by_role("link", name="Natural Earth (public domain)")).to_have_attribute(
        "href", "https://www.naturalearthdata.com/"
    )
    if has_tiles:
        expect(credit).to_contain_text("Squares of satellite · Squares of labels")

    uncovered = """(credit) => {
        const { left, top, right, bottom } = credit.getBoundingClientRect();
        return [left + 2, (left + right) / 2, right - 12].every((x) => [top + 2, (top + bottom) / 2, bottom - 2].every(
            (y) => credit.contains(document.elementFromPoint(x, y))));
    }"""
    page.locator("#later").click() if page.locator("#later").is_visible() else None
    assert credit.evaluate(uncovered)
    assert credit.bounding_box()["y"] + credit.bounding_box()["height"] <= page.locator(".place-panel").bounding_box()["y"]
    page.context.close()


def test_the_place_asked_for_is_not_named_before_the_answer(desktop):
    desktop.page.add_init_script(RECORD_NAMES)
    add_capitals(desktop)
    page = desktop.page
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{desktop.omena.url}/study/learn?deck=Places")
    desktop.is_ready()
    name = top(desktop).locator(".word").first.inner_text()
    names = """() => document.querySelector('.scene[data-depth="0"] canvas.world')?.names"""
    page.wait_for_function(f"() => ({names})()?.length > 3")
    assert name in CAPITALS and name not in page.evaluate(names)

    page.locator("#show").click()
    # From afar only larger cities are named.
    for _ in range(3):
        top(desktop).get_by_role("button", name="Zoom in").click()

    page.wait_for_function(f"(name) => ({names})()?.includes(name)", arg=name)


def test_a_city_under_a_pin_is_not_named(open_context, omena):
    add(omena, "Cathedral", 60.1704, 24.9522)
    page = open_context(**DESKTOP).new_page()
    page.add_init_script(RECORD_NAMES)
    page.goto(f"{omena.url}/places?at=60,22,6")
    names = "document.querySelector('canvas.world')?.names ?? []"

    page.wait_for_function(f"() => ({names}).includes('Stockholm')")
    assert "Helsinki" not in page.evaluate(f"() => {names}")

    page.get_by_role("link", name="Cathedral").click()
    page.get_by_role("button", name="Delete place").click()
    page.wait_for_function(f"() => ({names}).includes('Helsinki')")


def test_cities_have_their_english_names():
    world = (ROOT / "Sources/Pages/Assets/world.bin").read_bytes()

    assert all(name.encode() in world for name in ("Warsaw", "Copenhagen", "Osaka"))
    assert not any(name.encode() in world for name in ("Warszawa", "København", "Ōsaka"))


def test_a_tap_is_graded_in_proportion_to_what_the_map_shows(device):
    add_capitals(device)
    page = device.page
    page.goto(f"{device.omena.url}/study/review?deck=Places")
    device.is_ready()

    for share, grade in ((0.0, "Easy"), (0.035, "Good"), (0.1, "Hard"), (0.3, "Again")):
        expect(top(device).locator(".found")).to_have_text(re.compile("^(Tap|Click) where it is$"))
        expect(top(device).locator("canvas.world")).to_be_visible()
        asked = question(device)
        # The card comes forward from the stack.
        page.evaluate("() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished))")
        box = inner_box(top(device).locator(".chart"))
        shown = Shown(box, asked["corners"])
        x, y = shown.position(asked["at"])
        distance = share * min(box["width"], box["height"])
        page.mouse.click(box["x"] + x + (distance if x < box["width"] / 2 else -distance), box["y"] + y)
        expect(top(device).locator(".found")).to_have_text(re.compile(rf"away: {grade}\. Good is within"))
        page.locator(".is-proposed").click()


def test_no_more_pins_are_promised_than_there_are(desktop):
    page = desktop.page
    page.goto(desktop.omena.url)
    three = dict(list(CAPITALS.items())[:3])
    page.evaluate(ADD_PLACES, three)
    page.goto(f"{desktop.omena.url}/study/learn?deck=Places")
    desktop.is_ready()

    top(desktop).get_by_role("button", name="Choose from 3 pins").click()

    expect(top(desktop).locator(".four-pins button")).to_have_count(3)


@pytest.mark.parametrize("opened", ["map", "session"])
def test_a_place_is_found_without_a_network(chromium, omena, opened):
    context = chromium.new_context(**PHONE)
    page = context.new_page()
    page.goto(omena.url)
    page.evaluate("() => navigator.serviceWorker.ready")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.evaluate(ADD_PLACES, CAPITALS)
    has_world = """async () => {
        for (const name of await caches.keys()) {
            if (!name.startsWith("shell ")) continue;
            const cache = await caches.open(name);
            const world = (await cache.keys()).find(({ url }) => url.endsWith("/world.bin"));
            // A file is listed before all of it is there.
            if (world) return (await (await cache.match(world))?.arrayBuffer())?.byteLength > 100_000;
        }
        return false;
    }"""
    assert not page.evaluate(has_world)
    # The world is cached by a map that was seen, and by a deck with places that is cached for reviews.
    page.goto(f"{omena.url}/places" if opened == "map" else f"{omena.url}/study/review?deck=Places")
    wait_until(page, has_world)
    page.goto(f"{omena.url}/study/review?deck=Places")
    wait_until(page, "async () => (await (await caches.open('pages')).keys()).some(({ url }) => url.includes('Places'))")

    context.set_offline(True)
    page.reload()
    # Land and sea are both in sight.
    share = f"""({SHARE_OF_LAND})('.scene[data-depth="0"] canvas.world')"""
    page.wait_for_function(f"() => {share} > 0.1")
    assert page.evaluate(f"() => {share}") < 0.9
    chart = page.locator('.scene[data-depth="0"] .chart')
    box = inner_box(chart)
    name = page.locator('.scene[data-depth="0"] .word').first.inner_text()
    corners = [min(p[0] for p in CAPITALS.values()), min(p[1] for p in CAPITALS.values()),
               max(p[0] for p in CAPITALS.values()), max(p[1] for p in CAPITALS.values())]
    x, y = Shown(box, corners).position(CAPITALS[name])
    page.touchscreen.tap(box["x"] + x, box["y"] + y)
    expect(page.locator('.scene[data-depth="0"] .found')).to_have_text(re.compile("away: Easy"))
    context.set_offline(False)
    context.close()
