"""Paired browsers: the settings page lists them, and removes them."""

import re
import subprocess

import pytest
from accessibility import violations
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from serving import BINARY, Omena, copy_new_library


@pytest.fixture
def reachable(library, certificate):
    copy_new_library(library)
    options = ["--tls-certificate", certificate[0], "--tls-key", certificate[1]]
    with Omena(library, "--host", "0.0.0.0", *map(str, options)) as omena:
        omena.url = f"https://localhost:{omena.port}"
        yield omena


def pair(omena, page):
    result = subprocess.run([BINARY, "pair", "--library", omena.library], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    page.goto(f"{omena.url}/pair?code={re.search(r'[0-9A-Z]{5}-[0-9A-Z]{5}', result.stdout)[0]}")
    page.get_by_role("button", name="Pair").click()
    expect(page.get_by_role("heading", name="Decks")).to_be_visible()


def test_paired_browsers_are_listed_and_can_be_removed(open_context, reachable):
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1"
    phone = open_context(**PHONE, ignore_https_errors=True, user_agent=agent, java_script_enabled=False).new_page()
    laptop = open_context(**DESKTOP, ignore_https_errors=True).new_page()
    pair(reachable, phone)
    pair(reachable, laptop)

    # The same with and without scripts: a link, a question, a button.
    phone.goto(f"{reachable.url}/settings")
    list_ = phone.get_by_role("region", name="Paired browsers")
    expect(list_.get_by_role("listitem")).to_have_count(2)
    expect(list_.get_by_role("listitem").filter(has_text="Safari on iPhone")).to_contain_text("This browser")
    expect(list_.get_by_role("listitem").filter(has_text="Chrome on Linux")).to_contain_text("Used within")
    list_.get_by_role("link", name="Remove Chrome on Linux").click()
    phone.get_by_role("link", name="Keep it").click()
    expect(list_.get_by_role("listitem")).to_have_count(2)
    list_.get_by_role("link", name="Remove Chrome on Linux").click()
    phone.get_by_role("button", name="Remove").click()
    expect(list_.get_by_role("listitem")).to_have_count(1)

    assert laptop.goto(f"{reachable.url}/settings").status == 401
    list_.get_by_role("link", name="Remove Safari on iPhone").click()
    expect(phone.get_by_text("This is the browser you’re using.")).to_be_visible()
    assert violations_without_script(open_context, reachable, phone) == []
    phone.get_by_role("button", name="Remove").click()
    expect(phone.get_by_role("heading", name="This browser isn’t paired yet")).to_be_visible()


def violations_without_script(open_context, omena, page):
    """What axe finds in a page that was served to a browser without scripts, shown in one with them."""
    other = open_context(**PHONE, ignore_https_errors=True).new_page()
    body = page.content()
    other.route(f"{omena.url}/shown", lambda route: route.fulfill(body=body, content_type="text/html"))
    other.goto(f"{omena.url}/shown")
    return violations(other)
