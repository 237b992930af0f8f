"""Settings › Sync: two copies are paired and synced by hand, with and without scripts."""

import json
import re

import pytest
from accessibility import lost, violations, violations_in_schemes
from playwright.sync_api import expect
from serving import Omena, copy_new_library


@pytest.fixture
def other(tmp_path):
    library = tmp_path / "other.omena"
    copy_new_library(library)
    with Omena(library) as other:
        yield other


@pytest.fixture
def page(chromium):
    page = chromium.new_context().new_page()
    yield page
    page.context.close()


@pytest.fixture
def still(chromium):
    """A page without scripts, because this one has none of its own."""
    page = chromium.new_context(java_script_enabled=False).new_page()
    yield page
    page.context.close()


def show_code(page, omena):
    page.goto(f"{omena.url}/settings/sync")
    page.get_by_role("button", name="Show a code").click()
    return page.locator("#sync-code").inner_text()


def pair(page, omena, other):
    code = show_code(page, other)
    page.goto(f"{omena.url}/settings")
    page.get_by_role("link", name="Set up sync").click()
    page.get_by_label("Address").fill(f"{other.url}/settings/sync")
    page.get_by_label("Code", exact=True).fill(code.lower())
    page.get_by_role("button", name="Pair and sync").click()


def test_two_copies_are_paired_synced_and_separated(still, omena, other):
    pair(still, omena, other)
    expect(still.get_by_text(other.url)).to_be_visible()
    expect(still.get_by_text("Last synced: Today")).to_be_visible()
    still.get_by_role("button", name="Sync now").click()
    expect(still.get_by_text("Last synced: Today")).to_be_visible()

    still.get_by_role("button", name="Turn off Automatic sync").click()
    expect(still.get_by_role("button", name="Turn on Automatic sync")).to_be_visible()

    still.goto(f"{other.url}/settings/sync")
    still.get_by_role("link", name="Remove").click()
    expect(still.get_by_role("heading", level=1)).to_contain_text("Stop syncing with")
    still.get_by_role("button", name="Remove").click()
    expect(still.get_by_text("None yet.")).to_be_visible()

    still.goto(f"{omena.url}/settings/sync")
    still.get_by_role("button", name="Sync now").click()
    expect(still.get_by_text("has removed this one")).to_be_visible()


def test_what_is_wrong_is_said_at_the_fields(still, omena, other):
    still.goto(f"{omena.url}/settings/sync")
    for address, words in [("http://cards.example.org", "always encrypted"), (other.url, "isn’t valid")]:
        still.get_by_label("Address").fill(address)
        still.get_by_label("Code", exact=True).fill("ABCDE-FGHJK")
        still.get_by_role("button", name="Pair and sync").click()
        expect(still.get_by_role("alert")).to_contain_text(words)
        expect(still.get_by_label("Address")).to_have_value(address)
        expect(still.get_by_label("Address")).to_have_attribute("aria-invalid", "true")


def test_the_keyboard_is_enough(page, omena, other):
    code = show_code(page, other)
    page.goto(f"{omena.url}/settings/sync")
    page.get_by_label("Address").focus()
    page.keyboard.type(other.url)
    page.keyboard.press("Tab")
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Last synced: Today")).to_be_visible()


def test_the_page_is_accessible_and_fits(page, omena, other):
    pair(page, omena, other)
    show_code(page, omena)
    assert re.fullmatch(r"[0-9A-Z]{5}-[0-9A-Z]{5}", page.locator("#sync-code").inner_text())
    assert violations_in_schemes(page) == []
    assert lost(page) == []
    page.goto(f"{omena.url}/settings/sync")
    page.get_by_role("link", name="Remove").click()
    assert violations_in_schemes(page) == []


JSON = {"Content-Type": "application/json"}


def write(omena, back, note=None):
    """Adds a note, or changes the back of one; returns its id."""
    fields = {"Front": "kukka", "Back": back}
    body = {"fields": fields} if note else {"type": "Basic", "deck": "First questions", "fields": fields}
    method, path = ("PATCH", f"/api/v1/notes/{note}") if note else ("POST", "/api/v1/notes")
    status, _, answer = omena.request(method, path, json.dumps(body), JSON)
    assert status < 300, answer
    return note or json.loads(answer)["note"]["id"]


@pytest.fixture
def lost_text(page, omena, other):
    """A note with a text that a later edit on the other copy has replaced, and a peer that cannot be reached any more."""
    note = write(other, "flower")
    pair(page, omena, other)
    # Neither may hear of the other one's edit before both are made.
    page.get_by_role("button", name="Turn off Automatic sync").click()
    expect(page.get_by_role("button", name="Turn on Automatic sync")).to_be_visible()
    write(omena, "blossom", note)
    write(other, "flower of a plant", note)
    page.get_by_role("button", name="Sync now").click()
    expect(page.get_by_text("Texts replaced by a later edit")).to_be_visible()
    other.stop()
    page.get_by_role("button", name="Sync now").click()
    expect(page.get_by_text("can’t be reached")).to_be_visible()
    return note


def test_a_text_that_lost_can_be_restored(page, omena, lost_text):
    expect(page.get_by_text("Now: flower of a plant")).to_be_visible()
    expect(page.get_by_text("kukka · Back · Today")).to_be_visible()
    expect(page.get_by_text("These were changed in two places at once.")).to_be_visible()
    page.get_by_role("link", name="Show card kukka").click()
    expect(page.get_by_text("Now: flower of a plant")).to_be_visible()

    page.get_by_role("button", name="Restore blossom").click()

    expect(page.get_by_role("heading", name="kukka")).to_be_visible()
    expect(page.get_by_text("Texts replaced by a later edit")).to_have_count(0)
    assert json.loads(omena.get(f"/api/v1/notes/{lost_text}")[2])["fields"]["Back"] == "blossom"


@pytest.mark.parametrize("locale", ["en-GB", "ar-XB"])
def test_texts_that_lost_fit_and_are_accessible(chromium, page, omena, lost_text, locale):
    context = chromium.new_context(locale=locale, viewport={"width": 320, "height": 640})
    small = context.new_page()
    check = violations_in_schemes if locale == "en-GB" else violations
    for path in ("/settings/sync", f"/cards/{lost_text}/card"):
        small.goto(omena.url + path)
        assert small.locator(".lost-text").count() == 1
        assert check(small) == [] and lost(small) == [], path
    context.close()


@pytest.mark.parametrize("locale", ["ar-XB", "en-XA"])
def test_the_page_fits_from_right_to_left_and_with_longer_words(chromium, omena, other, locale):
    page = chromium.new_context(locale=locale, viewport={"width": 320, "height": 640}).new_page()
    page.goto(f"{omena.url}/settings/sync")
    assert lost(page) == []
    page.context.close()
