"""Texts that are composed, as in Japanese: the keys that choose and discard candidates do nothing else."""

import pytest
from devices import DESKTOP
from playwright.sync_api import expect
from test_quiz import field


class Composer:
    """Composes a text in the focused field, with Chromium's own events."""

    def __init__(self, page):
        self.devtools = page.context.new_cdp_session(page)

    def compose(self, text):
        self.devtools.send("Input.imeSetComposition", {"text": text, "selectionStart": len(text), "selectionEnd": len(text)})
        return self

    def commit(self, text):
        self.devtools.send("Input.insertText", {"text": text})

    def press(self, key):
        """Presses a key for the composition, as browsers tell of it on a Mac."""
        event = {"key": key, "code": key, "windowsVirtualKeyCode": 229}
        self.devtools.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **event})
        self.devtools.send("Input.dispatchKeyEvent", {"type": "keyUp", **event})


@pytest.mark.parametrize("path, name", [("/cards/new?type=1", "Front"), ("/import", "Paste a list"), ("/cards/replace", "Find")])
def test_escape_discards_a_candidate_and_not_the_page(open_context, omena, path, name):
    page = open_context(**DESKTOP).new_page()
    page.goto(omena.url + path)
    if path == "/import":
        page.get_by_text("Paste a list instead").click()
        text = page.locator("#paste")
    else:
        text = page.get_by_label(name, exact=True)
    text.focus()

    composer = Composer(page).compose("ねこ")
    composer.press("Escape")

    page.evaluate("fetch('/manifest.webmanifest').then(() => undefined)")
    expect(page).to_have_url(omena.url + path)
    expect(page.locator("dialog[open]")).to_have_count(0)
    composer.commit("ねこ")
    text.press("Escape")
    if path == "/cards/new?type=1":
        expect(page.get_by_role("dialog")).to_be_visible()
    else:
        expect(page).not_to_have_url(omena.url + path)


def test_escape_discards_a_candidate_and_not_the_session(desktop):
    desktop.settle(quiz="typed").study("quiz", "First words")
    address = desktop.page.url
    field(desktop).focus()

    Composer(desktop.page).compose("ねこ").press("Escape")

    desktop.page.evaluate("fetch('/manifest.webmanifest').then(() => undefined)")
    assert desktop.page.url == address
