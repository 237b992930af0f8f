"""The map in edge cases: geolocation, the poles, the date line, invalid coordinates, and no network."""

import socket

import pytest
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from worlds import add, look, open_map, pins, square


def search(page, words):
    field = page.locator("#query")
    field.fill(words)
    field.press("Enter")


def test_map_goes_to_where_the_learner_is(open_context, world):
    context = {"geolocation": {"latitude": 60.1699, "longitude": 24.9384}, "permissions": ["geolocation"]}
    page = open_map(open_context, world, **context)
    page.get_by_role("button", name="My location").click()
    expect(page.locator(".me")).to_be_visible()
    assert look(page)[:2] == pytest.approx([60.1699, 24.9384], abs=0.001)
    expect(page.locator("#status")).to_have_text("The map now shows your location.")
    # Locating the learner adds nothing.
    assert pins(world) == {}
    page.get_by_role("button", name="Add a place here").click()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    assert pins(world)["New location"] == pytest.approx([60.1699, 24.9384], abs=0.001)


def test_failed_geolocation_is_explained(open_context, world):
    page = open_map(open_context, world)
    page.get_by_role("button", name="My location").click()
    expect(page.get_by_text("Your browser isn’t allowed to share your location. Allow it beside the page’s address, then try again.")).to_be_visible()
    expect(page.locator(".me")).to_have_count(0)

    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation(None)
    page.get_by_role("button", name="My location").click()
    expect(page.get_by_text("Your browser can’t tell where you are.")).to_be_visible()
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function("() => location.search.startsWith('?at=')")


def test_pins_at_the_poles_can_be_seen_and_opened(open_context, world):
    add(world, "North Pole", 90, 0)
    add(world, "South Pole", -90, -180)
    page = open_map(open_context, world)
    for name in ("North Pole", "South Pole"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()
    page.get_by_role("link", name="North Pole").click()
    expect(page.get_by_label("Coordinates", exact=True)).to_have_value("90 N, 0 E")
    page.get_by_label("Description", exact=True).fill("Ice.")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="North Pole")).to_be_focused()
    assert pins(world) == {"North Pole": [90, 0], "South Pole": [-90, -180]}
    search(page, "90 N, 17 E")
    # The address began with the same latitude before the search.
    page.wait_for_function(
        "() => Math.abs(new URLSearchParams(location.search).get('at')?.split(',')[1] - 17) < 0.01"
    )
    assert look(page)[0] >= 80


def test_the_map_continues_across_the_date_line(open_context, world):
    add(world, "Line", 0, 180)
    add(world, "East of it", 0, -179.9)
    page = open_map(open_context, world, "?at=0,179.95,11")
    for name in ("Line", "East of it"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()
    page.mouse.move(700, 300)
    page.mouse.down()
    page.mouse.move(550, 300, steps=6)
    page.mouse.up()
    page.wait_for_function("() => location.search.startsWith('?at=0,-179') || location.search.startsWith('?at=-0,-179')")
    expect(page.get_by_role("button", name="East of it", exact=True)).to_be_in_viewport()
    page.locator("#map").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name", exact=True)).to_have_value("New location")
    latitude, longitude = pins(world)["New location"]
    assert abs(latitude) < 0.1 and -180 <= longitude < -179
    expect(page.get_by_role("button", name="New location", exact=True)).to_be_in_viewport()


@pytest.mark.parametrize("at", ["NaN,1,2", "91,0,5", "-90.001,0,5", "", "a,b", "1", ",,", "1,541,3", "1e999,0,3", "1,Infinity,3"])
def test_a_link_to_nowhere_opens_on_the_pins(open_context, world, at):
    add(world, "Suva", -18.14, 178.44)
    page = open_map(open_context, world, f"?at={at}")
    expect(page.get_by_role("button", name="Suva", exact=True)).to_be_in_viewport()


@pytest.mark.parametrize(
    ("at", "expected"),
    [("90,0,4", (85.05, 0, 4)), ("10,200,4", (10, -160, 4)), ("10,20,999", (10, 20, 19)), ("10,20,-5", (10, 20, 12)), ("10,20", (10, 20, 12))],
)
def test_a_link_is_followed_within_the_limits_of_the_map(open_context, world, at, expected):
    page = open_map(open_context, world, f"?at={at}")
    address = page.url
    page.locator("#map").focus()
    # A small pan writes the new position into the address.
    page.keyboard.press("ArrowRight")
    page.wait_for_function("before => location.href !== before", arg=address)
    latitude, longitude, zoom = look(page)
    assert zoom == expected[2]
    assert abs(longitude - expected[1]) < 360 * 100 / 256 / 2**zoom
    # At the pole the end of the map is at the edge of the window, not at its centre.
    assert abs(latitude - expected[0]) < (15 if expected[0] > 85 else 3 * 360 / 256 / 2**zoom)


def test_invalid_coordinates_are_reported(open_context, world):
    page = open_map(open_context, world)
    for words in ("NaN, 5", "91, 0", "0, 541", "51 60 0 N 0 0 0 W", "1e400, 3"):
        search(page, words)
        expect(page.get_by_text("No place with that name was found")).to_be_visible()
        page.locator("#query").fill("")
        expect(page.get_by_text("No place with that name was found")).to_be_hidden()
    here = add(world, "Suva", -18.14, 178.44)
    page.goto(f"{world.url}/places/{here}")
    for words in ("91 N, 0 E", "NaN, NaN", "here"):
        page.get_by_label("Coordinates", exact=True).fill(words)
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_label("Coordinates", exact=True)).to_have_attribute("aria-invalid", "true")
        expect(page.get_by_text("This isn’t a valid location. Enter it like 51.501 N, 0.141 W.").first).to_be_visible()
    assert pins(world) == {"Suva": [-18.14, 178.44]}


# The share of the map that is not sea.
DRAWN = """() => {
    const canvas = document.querySelector("canvas.world");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, index) => index % 4 === 3 && value > 0).length * 4 / data.length;
}"""


@pytest.mark.parametrize("has_world", [True, False], ids=["coastlines", "grid"])
def test_without_tiles_and_articles_all_else_works(chromium, world, tiles, wikipedia, has_world):
    world.post_form("/places/tiles", style="standard", allow="on")
    tiles.answer = lambda request: request.connection.shutdown(socket.SHUT_RDWR)
    wikipedia.mode = "gone"
    context = chromium.new_context(**DESKTOP, service_workers="block")
    page = context.new_page()
    if not has_world:
        page.route("**/world.bin", lambda route: route.abort())
    page.goto(f"{world.url}/places?at=60.17,24.94,9")
    # Land, or just lines of latitude and longitude with their degrees.
    page.wait_for_function(f"() => ({DRAWN})() > {0.3 if has_world else 0.002}")
    assert page.evaluate(DRAWN) < (0.9 if has_world else 0.1)
    page.locator("#map").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("Kept")
    page.get_by_role("button", name="Nearby…").click()
    expect(page.get_by_text("Please try again later.")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Kept")).to_be_focused()
    assert list(pins(world)) == ["Kept"]
    context.close()


def test_unreachable_server_is_reported_and_text_is_kept(open_context, world):
    here = add(world, "Suva", -18.14, 178.44)
    page = open_map(open_context, world, f"/{here}")
    page.get_by_label("Description", exact=True).fill("By the sea.")
    page.context.set_offline(True)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Omena can’t be reached right now. What you entered is still here.")).to_be_visible()
    expect(page.get_by_label("Description", exact=True)).to_have_value("By the sea.")
    page.get_by_role("button", name="Add a place here").click()
    expect(page.get_by_text("Omena can’t be reached right now.", exact=True)).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Suva")).to_be_focused()


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_default_tiles_are_requested_as_their_provider_requires(chromium, omena, screen):
    """Nothing leaves this machine: requests to tile servers are answered here."""
    context = chromium.new_context(**screen, service_workers="block")
    asked = []

    def answer(route):
        asked.append(route.request)
        route.fulfill(body=square(200, 220, 230), content_type="image/png")

    context.route(lambda url: not url.startswith(omena.url), answer)
    page = context.new_page()
    page.goto(f"{omena.url}/places")
    page.get_by_role("button", name="Zoom in").click()
    page.wait_for_function("() => location.search.startsWith('?at=')")
    assert asked == []

    page.get_by_role("button", name="Load map images").click()
    expect(page.locator("img.leaflet-tile-loaded").first).to_be_visible()
    credit = page.get_by_role("link", name="© OpenStreetMap contributors")
    expect(credit).to_be_in_viewport(ratio=1)
    expect(credit).to_have_attribute("href", "https://www.openstreetmap.org/copyright")
    assert asked and all(request.url.startswith("https://tile.openstreetmap.org/") for request in asked)
    assert all(request.all_headers()["referer"] == f"{omena.url}/" for request in asked[:3])

    asked.clear()
    page.get_by_role("radio", name="Hybrid").check()
    expect(page.get_by_role("form", name="Map images")).to_contain_text("tiles.maps.eox.at")
    assert asked == []
    page.get_by_role("button", name="Load map images").click()
    expect(page.locator("img.leaflet-tile-loaded").first).to_be_visible()
    expect(page.get_by_role("link", name="Sentinel-2 cloudless – https://s2maps.eu by EOX IT Services GmbH")).to_be_visible()
    expect(page.get_by_role("link", name="© OpenStreetMap contributors")).to_be_visible()
    assert {request.url.split("/")[2] for request in asked} == {"tiles.maps.eox.at"}
    context.close()


def test_the_learner_chooses_the_tile_sources(open_context, world, tiles):
    page = open_context(**DESKTOP).new_page()
    page.goto(f"{world.url}/settings/map")
    address = page.get_by_role("group", name="Map", exact=True).get_by_label("Address")
    for refused in ("https://example.org/map.png", "http://example.org/{z}/{x}/{y}.png", "tiles"):
        address.fill(refused)
        page.get_by_role("button", name="Save").click()
        # The alert quotes the address: the page before this answer shows an alert as well.
        expect(page.get_by_role("alert").filter(has_text=f"“{refused}” isn’t a valid map address")).to_be_visible()
        expect(address).to_have_value(refused)
    address.fill("")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    # Without a source nobody is contacted: only lines.
    page.goto(f"{world.url}/places")
    expect(page.locator("canvas.world")).to_be_visible()
    expect(page.get_by_role("form", name="Map images")).to_be_hidden()
    page.goto(f"{world.url}/settings/map")
    page.get_by_role("button", name="Restore defaults").click()
    expect(address).to_have_value("https://tile.openstreetmap.org/{z}/{x}/{y}.png")
    assert tiles.asked == []
