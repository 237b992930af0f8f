"""The lock of a learner on a server of several, beside a learner without one in the same browser."""

import pytest
from authenticator import Authenticator
from devices import DESKTOP, PHONE
from lock import Lock
from playwright.sync_api import expect


def signed_in(page, school, *names):
    """Signs learners in, each with the form, in one browser."""
    for name in names:
        school.add(name)
        page.goto(f"{school.url}/sign-in")
        page.get_by_label("Name for signing in").fill(name)
        page.get_by_label("Passphrase").fill("four green apples")
        page.get_by_role("button", name="Sign in", exact=True).click()
        expect(page).to_have_url(f"{school.url}/~{name}/")


class Learner:
    """Where a learner's pages are."""

    def __init__(self, school, name):
        self.url = f"{school.url}/~{name}"


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_passphrase_locks_one_learner_alone(open_context, school, screen):
    page = open_context(**screen).new_page()
    signed_in(page, school, "ben", "anna")
    lock = Lock(page, Learner(school, "anna"))
    lock.open("/settings").page.get_by_role("link", name="Set up the lock").click()
    lock.heading("A lock for your library")
    code = lock.turn_on()
    expect(page.get_by_text("anna", exact=True)).to_be_visible()
    lock.unlock("not this one").says("Wrong passphrase")
    lock.unlock().is_open()
    expect(lock.ways).to_have_count(2)
    lock.lock()
    # The other learner of the browser goes on, and this one's key is still asked for.
    page.goto(f"{school.url}/~ben/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert "/unlock" not in page.url
    page.goto(f"{school.url}/~anna/statistics")
    lock.is_locked()
    page.get_by_text("Use the recovery code").click()
    page.get_by_label("Recovery code").fill(code)
    page.get_by_label("Recovery code").press("Enter")
    expect(page).to_have_url(f"{school.url}/~anna/statistics")


def test_a_passkey_locks_and_unlocks(open_context, school):
    page = open_context(**PHONE).new_page()
    signed_in(page, school, "anna")
    Authenticator(page)
    lock = Lock(page, Learner(school, "anna"))
    lock.turn_on("passkey")
    lock.unlock_by_passkey().is_open()
    expect(lock.ways.filter(has_text="Passkey at localhost")).to_contain_text("used just now")
    lock.lock().unlock_by_passkey().is_open()


def test_a_page_leaves_when_the_library_is_locked_elsewhere(open_context, school):
    page = open_context(**PHONE).new_page()
    signed_in(page, school, "anna")
    lock = Lock(page, Learner(school, "anna"))
    lock.turn_on()
    lock.unlock().is_open()
    other = page.context.new_page()
    other.goto(f"{school.url}/~anna/cards")
    lock.lock()
    expect(other.get_by_role("heading", name="Unlock")).to_be_visible()
