"""Files of places, dropped onto the import page."""

import json
import re

import pytest
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from worlds import pins

FEATURE = {
    "type": "Feature",
    "properties": {"name": "Suomenlinna", "description": "A fortress"},
    "geometry": {"type": "Point", "coordinates": [24.98810001, 60.1454]},
}
FILES = {
    "trip.geojson": json.dumps({"type": "FeatureCollection", "features": [FEATURE]}),
    "trip.gpx": '<gpx version="1.1"><wpt lat="60.1454" lon="24.98810001"><name>Suomenlinna</name><desc>A fortress</desc></wpt></gpx>',
    "trip.kml": (
        "<kml><Document><Placemark><name>Suomenlinna</name><description>A fortress</description>"
        "<Point><coordinates>24.98810001,60.1454</coordinates></Point></Placemark></Document></kml>"
    ),
    "trip.csv": "name,description,latitude,longitude\nSuomenlinna,A fortress,60.1454,24.98810001\n",
    "SavedPlaces": json.dumps(
        [{"id": "A", "name": "Suomenlinna", "description": "A fortress", "latitude": 60.1454, "longitude": 24.98810001}]
    ),
}
DROP = """([name, text]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name));
    for (const kind of ["dragover", "drop"]) {
        const event = new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true });
        document.querySelector("main").dispatchEvent(event);
        if (!event.defaultPrevented) throw new Error("The browser would open the file itself.");
    }
}"""


def bring(page, world, name, text):
    """Drops a file onto the import page, previews the import, and imports it."""
    page.goto(f"{world.url}/places")
    page.get_by_role("link", name="Import").click()
    expect(page.get_by_text("Places exported from a map app")).to_be_visible()
    # The page is visible before its scripts have run.
    page.wait_for_load_state()
    page.evaluate(DROP, [name, text])
    expect(page.get_by_text(re.compile("^1 new card in a new deck|^1 new card in “Places”"))).to_be_visible()
    assert pins(world) == {}
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_role("heading", name="Import finished")).to_be_visible()


@pytest.mark.parametrize("name", FILES)
def test_a_file_from_a_map_is_dropped_and_becomes_places(open_context, world, name):
    page = open_context(**(PHONE if name == "trip.gpx" else DESKTOP)).new_page()
    bring(page, world, name, FILES[name])
    page.goto(f"{world.url}/places")
    expect(page.get_by_role("link", name="Suomenlinna")).to_be_visible()
    assert pins(world) == {"Suomenlinna": [60.1454, 24.98810001]}
    page.get_by_role("link", name="Suomenlinna").click()
    expect(page.get_by_label("Description", exact=True)).to_have_value("A fortress")


def test_cards_in_simple_json_are_dropped_and_imported(open_context, world):
    page = open_context(**DESKTOP).new_page()
    bring(page, world, "cards.json", json.dumps([{"id": "1", "prompt": "Capital of Åland?", "answer": "Mariehamn"}]))
    page.goto(f"{world.url}/cards?query=Mariehamn")
    expect(page.get_by_text("Capital of Åland?").first).to_be_visible()
