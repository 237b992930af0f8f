"""The manual: found from where a learner needs it, searched with and without scripts, and there without a network."""

import pytest
from accessibility import lost, violations_in_schemes
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from serving import ROOT
from table import Table

CHAPTERS = [path.stem[3:] for path in sorted((ROOT / "Documentation/Manual").glob("*.md"))]


@pytest.mark.parametrize("path", ["/help?q=recovery", "/help?q=nonsense", "/help/first-day", "/help/search", "/help/proxies"])
def test_each_kind_of_page_is_accessible(device, omena, path):
    device.page.goto(omena.url + path)
    expect(device.page.locator("h1")).to_have_count(1)
    assert violations_in_schemes(device.page) == []


def test_every_page_fits(phone, omena):
    for path in ["/help", "/help?q=recovery", *(f"/help/{name}" for name in CHAPTERS)]:
        phone.page.goto(omena.url + path)
        assert lost(phone.page) == [], path


@pytest.mark.parametrize("path, chapter", [
    ("/", None), ("/settings", None), ("/phone", "phone"), ("/welcome/import", "anki"), ("/import", "anki"),
    ("/settings/lock", "lock"), ("/statistics", "statistics"), ("/pair", "phone"),
])
def test_pages_lead_to_what_explains_them(phone, omena, path, chapter):
    page = phone.page
    page.goto(omena.url + path)
    address = f"/help/{chapter}" if chapter else "/help"
    page.locator(f"main a[href='{address}']").click()
    expect(page).to_have_url(omena.url + address)


def test_the_navigation_of_a_desktop_leads_to_it(desktop, omena):
    desktop.home()
    desktop.page.get_by_role("link", name="Help", exact=True).first.click()
    desktop.page.get_by_role("link", name="Coming from Anki").click()
    expect(desktop.page.get_by_role("heading", level=1)).to_have_text("Coming from Anki")
    desktop.page.get_by_role("link", name="Next chapter").click()
    expect(desktop.page.get_by_role("heading", level=1)).to_have_text("Writing cards")


def test_it_is_searched_without_scripts(open_context, omena):
    page = open_context(**PHONE, java_script_enabled=False).new_page()
    page.goto(f"{omena.url}/help")
    page.get_by_label("Search the manual").fill("recovery code")
    page.get_by_role("button", name="Search").click()
    page.locator("#found a").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The lock")


def is_ready(table):
    """Waits until the worker has cached every file and controls this page."""
    table.until("() => navigator.serviceWorker.controller?.state === 'activated'")


def test_it_is_read_and_searched_without_a_network(open_context, omena):
    phone = Table(open_context(**PHONE, service_workers="allow").new_page(), omena)
    page = phone.page
    phone.home()
    is_ready(phone)
    omena.stop()

    page.goto(f"{omena.url}/help/backups")
    expect(page.get_by_role("heading", level=1)).to_have_text("Backups")
    page.get_by_label("Search the manual").fill("Passphrase FORGOTTEN")
    page.keyboard.press("Enter")
    expect(page.locator("#found")).to_have_text("Nothing in the manual has these words.")
    page.get_by_label("Search the manual").fill("wrong passphrases")
    page.keyboard.press("Enter")
    page.locator("#found a", has_text="If you cannot unlock").click()
    expect(page.get_by_role("heading", name="If you cannot unlock")).to_be_in_viewport()
    omena.start()


@pytest.mark.parametrize("query", ["recovery code", "anki", "s>100", "backup restore", "ＯＭＥＮＡ", "élève"])
def test_it_finds_the_same_without_a_network(open_context, omena, query):
    phone = Table(open_context(**PHONE, service_workers="allow").new_page(), omena)
    page = phone.page
    phone.home()
    is_ready(phone)

    def found():
        page.goto(f"{omena.url}/help?q={query}")
        expect(page.locator("#found > *")).to_have_count(1)
        return sorted(link.get_attribute("href").removeprefix(omena.url) for link in page.locator("#found a").all())

    there = found()
    omena.stop()
    assert found() == there
    omena.start()


def test_a_picture_that_was_seen_stays(open_context, omena):
    phone = Table(open_context(**PHONE, service_workers="allow").new_page(), omena)
    phone.home()
    is_ready(phone)
    picture = phone.page.locator("img.picture").first

    def is_loaded():
        picture.scroll_into_view_if_needed()
        phone.until("() => document.querySelector('img.picture').naturalWidth > 300")

    phone.page.goto(f"{omena.url}/help/statistics")
    is_loaded()
    omena.stop()
    phone.page.goto(f"{omena.url}/help/statistics")
    is_loaded()
    omena.start()


def test_other_languages_say_that_it_is_in_english(open_context, omena):
    page = open_context(**PHONE, extra_http_headers={"Accept-Language": "fr"}).new_page()
    for path in ["/help", "/help/lock"]:
        page.goto(omena.url + path)
        expect(page.get_by_text("Pour l’instant, le manuel est en anglais.")).to_be_visible()
    expect(page.locator(".chapter")).to_have_attribute("lang", "en")


def test_paper_gets_the_text_alone(open_context, omena):
    page = open_context(**DESKTOP).new_page()
    page.goto(f"{omena.url}/help/lock")
    page.emulate_media(media="print")
    for part in [".nav", ".help-search", ".neighbours"]:
        expect(page.locator(part)).to_be_hidden()
    expect(page.get_by_role("heading", name="Turn it on")).to_be_visible()
