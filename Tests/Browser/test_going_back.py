"""Going back to a page that the browser has kept whole shows what is true now, sends nothing twice and loses nothing typed.

Playwright's browsers keep no pages, so the tests tell a page what a browser would tell it.
"""

import re

import pytest
from playwright.sync_api import expect

CATS = {"name": "Cats.csv", "mimeType": "", "buffer": b"front,back\nkissa,cat\n"}
RETURN = "() => { dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })); }"


def is_read_again(page):
    """Comes back to a page and waits until it has been loaded again."""
    with page.expect_navigation():
        page.evaluate(RETURN)


def stays(page):
    """Comes back to a page that stays as it was."""
    page.evaluate("() => { globalThis.isAsItWas = true; }")
    page.evaluate(RETURN)
    assert page.evaluate("() => fetch('/manifest.webmanifest').then(() => globalThis.isAsItWas)")


def cats(omena):
    return omena.read("SELECT count(*) FROM note JOIN deck ON deck.id = note.deck WHERE deck.name = 'Cats'")


def preview_cats(desktop):
    desktop.page.goto(f"{desktop.omena.url}/import?deck=Cats")
    desktop.page.locator("#file").set_input_files(CATS)
    expect(desktop.page.get_by_text("1 new card in a new deck")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/decks", "/cards", "/places", "/statistics", "/settings", "/history", "/cards/new", "/import"])
def test_a_page_is_read_again(desktop, path):
    desktop.page.goto(desktop.omena.url + path)

    is_read_again(desktop.page)


def test_a_finished_import_cannot_be_sent_again(desktop):
    preview_cats(desktop)

    def stay(route):
        """Leads to the page itself, as if the learner came back from the result."""
        response = route.fetch()
        route.fulfill(response=response, body=re.sub('"to":"[^"]+"', '"to":"#result"', response.text()))

    desktop.page.route("**/import?do=save*", stay)
    desktop.button("Import").click()
    desktop.page.wait_for_url("**#result")

    is_read_again(desktop.page)

    expect(desktop.page.get_by_text("Choose a file. You’ll see a preview")).to_be_visible()
    expect(desktop.button("Import")).to_be_disabled()
    assert cats(desktop.omena) == 1


def test_a_chosen_file_stays_chosen(desktop):
    preview_cats(desktop)

    stays(desktop.page)

    desktop.button("Import").click()
    expect(desktop.page.get_by_text("Imported Cats.csv")).to_be_visible()
    assert cats(desktop.omena) == 1


def test_text_that_was_not_saved_stays(desktop):
    desktop.page.goto(f"{desktop.omena.url}/cards/new?type=1")
    desktop.page.get_by_label("Front").fill("kissa")

    stays(desktop.page)

    expect(desktop.page.get_by_label("Front")).to_have_value("kissa")


def test_a_session_goes_on_where_it_was(desktop):
    desktop.learn().answer(True, False)
    desktop.keeps(2)

    is_read_again(desktop.page)

    desktop.is_ready().shows_done(2)
    desktop.shows_score(1)
