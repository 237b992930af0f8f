"""Everything about places without a mouse and without seeing the map, and axe's findings."""

import pytest
from accessibility import violations_in_schemes
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from test_finding import add_capitals, top
from table import Table
from worlds import look, open_map, page as article, pins


class Keyboard:
    """A learner with only a keyboard."""

    def __init__(self, page):
        self.page = page

    def to(self, target, *, back=False):
        """Presses Tab until this element has the focus."""
        for _ in range(80):
            if target.evaluate("(target) => target === document.activeElement"):
                return self
            self.page.keyboard.press("Shift+Tab" if back else "Tab")
        raise AssertionError(f"no key leads to {target}")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def type(self, text):
        self.page.keyboard.type(text)
        return self


def test_all_of_places_works_by_keyboard_alone(open_context, world, wikipedia):
    wikipedia.pages["en"] = [article("Harakka", "Island", at=(60.1468, 24.9606))]
    page = open_map(open_context, world, "?at=60.17,24.94,10")
    keys = Keyboard(page)

    # The map announces its name and its keys; it moves, zooms and drops a pin.
    map = page.get_by_role("application", name="Map")
    keys.to(map)
    expect(map).to_have_accessible_description(
        "Use the arrow keys to move the map, plus and minus to zoom, and Enter to add a place at the centre. The list beside the map contains every place."
    )
    keys.press("+")
    page.wait_for_function("() => location.search.endsWith(',11')")
    keys.press("ArrowRight")
    page.wait_for_function("() => Number(location.search.split(',')[1]) > 24.95")
    point = look(page)[:2]
    keys.press("Enter")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    keys.type("Viapori").to(page.get_by_label("Description", exact=True)).type("A fortress.")
    keys.to(page.get_by_label("Tags", exact=True)).type("sea").to(page.get_by_role("button", name="Save")).press("Enter")
    row = page.get_by_role("link", name="Viapori")
    expect(row).to_be_focused()
    assert pins(world)["Viapori"] == pytest.approx(point, abs=0.01)

    # A nearby article, made into a place and a card.
    keys.press("Enter").to(page.get_by_role("button", name="Nearby…")).press("Enter")
    expect(page.get_by_role("link", name="Harakka")).to_be_focused()
    keys.to(page.get_by_role("button", name="Create a place from Harakka")).press("Enter")
    expect(page.get_by_text("Added “Harakka”")).to_be_visible()
    keys.to(page.get_by_role("button", name="Create a card from Harakka")).press(" ")
    page.wait_for_function("() => document.querySelectorAll('.is-done').length === 2")
    keys.press("Escape")
    expect(row).to_be_focused()

    # Moved by its coordinates, the keyboard's alternative to dragging.
    keys.press("Enter").to(page.get_by_label("Coordinates", exact=True)).press("Control+a").type("60.2 N, 25 E").press("Control+Enter")
    expect(row).to_be_focused()
    assert pins(world)["Viapori"] == [60.2, 25]

    # Deleted and restored.
    keys.press("Enter").to(page.get_by_role("button", name="Delete place")).press("Enter")
    expect(page.get_by_role("searchbox")).to_be_focused()
    keys.to(page.get_by_role("button", name="Undo"), back=True).press("Enter")
    expect(row).to_be_visible()
    expect(row).to_contain_text("60.2 N, 25 E")

    # To a place by its name, and to a pin on the map.
    keys.to(page.get_by_role("searchbox")).type("hara").press("Enter")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Harakka")
    keys.press("Escape").to(page.get_by_role("button", name="Harakka", exact=True), back=True).press("Enter")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Harakka")
    keys.press("Escape").to(page.get_by_role("searchbox")).press("Control+a").type("48.8583 N, 2.2945 E").press("Enter")
    expect(map).to_be_focused()
    assert look(page)[:2] == pytest.approx([48.8583, 2.2945], abs=0.01)

    # The map styles, and the answer to their question.
    keys.to(page.get_by_role("radio", name="Map"), back=True).press("ArrowRight")
    keys.to(page.get_by_role("button", name="Not now")).press("Enter")
    expect(map).to_be_focused()


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_on_any_place_page(open_context, world, wikipedia, screen):
    table = Table(open_context(**screen).new_page(), world)
    page = table.page

    def check(state):
        assert violations_in_schemes(page) == [], state

    page.goto(f"{world.url}/places")
    check("no place")
    page.get_by_role("button", name="Add a place here").click()
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    check("a new place")
    page.get_by_label("Name", exact=True).fill(" ")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Name", exact=True)).to_have_attribute("aria-invalid", "true")
    check("refused")
    page.get_by_label("Name", exact=True).fill("Somewhere")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Somewhere")).to_be_focused()
    page.get_by_role("searchbox").fill("nowhere")
    page.get_by_role("searchbox").press("Enter")
    expect(page.get_by_text("No place with that name was found")).to_be_visible()
    check("not found")
    wikipedia.mode = "busy"
    page.get_by_role("searchbox").fill("")
    page.get_by_role("link", name="Somewhere").click()
    page.get_by_role("button", name="Nearby…").click()
    expect(page.get_by_text("Please try again later.")).to_be_visible()
    check("Wikipedia unavailable")

    add_capitals(table)
    page.goto(f"{world.url}/study/review?deck=Places")
    table.is_ready()
    expect(top(table).locator(".chart[role=application]")).to_be_visible()
    check("find it")
    top(table).get_by_role("button", name="Choose from four pins").click()
    check("four pins")
    top(table).locator(".four-pins button").first.click()
    expect(top(table).locator(".found")).not_to_be_empty()
    check("found")
