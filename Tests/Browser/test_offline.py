"""Without a network: the shell stands, a session goes on, and what was answered arrives once."""

import pytest
from devices import PHONE
from playwright.sync_api import expect
from table import DECK, Table


@pytest.fixture
def phone(open_context, omena):
    return Table(open_context(**PHONE, service_workers="allow").new_page(), omena)


def stands_in(table):
    """Waits until the worker has every file and would answer for this page."""
    table.until("() => navigator.serviceWorker.controller?.state === 'activated'")


def test_first_page_is_there_without_a_network(phone, omena):
    phone.home()
    stands_in(phone)
    phone.home()
    phone.page.wait_for_load_state("networkidle")

    omena.stop()
    phone.page.reload()

    expect(phone.page.get_by_role("heading", name="Omena cannot be reached")).to_be_visible()
    expect(phone.page.get_by_role("heading", name="Decks")).to_be_visible()
    omena.start()


def test_page_that_was_not_kept_says_so(phone, omena):
    phone.home()
    stands_in(phone)

    omena.stop()
    phone.page.goto(omena.url + "/study/learn?deck=First%20words")

    expect(phone.page.get_by_role("heading", name="Omena cannot be reached")).to_be_visible()
    expect(phone.page.get_by_role("link", name="Go to your decks")).to_be_visible()
    omena.start()


def test_session_is_reloaded_without_a_network(phone, omena):
    phone.home()
    stands_in(phone)
    phone.learn()
    phone.answer(True, False, True)
    phone.waits(0)

    omena.stop()
    phone.answer(True)
    phone.reload()

    phone.is_ready().shows_done(4)
    phone.answer(*[True] * 6)
    omena.start()
    phone.home()
    assert phone.saved_grades() == [3, 1] + [3] * 8
