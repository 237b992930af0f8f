"""The lock of a library as a learner uses it: its pages, and the ways to unlock."""

import re

from playwright.sync_api import expect

PASSPHRASE = "korrekt häst batteri"


class Lock:
    """One library with a lock, in one browser."""

    def __init__(self, page, omena):
        self.page = page
        self.omena = omena

    def open(self, path="/settings/lock"):
        self.page.goto(self.omena.url + path)
        return self

    def button(self, name):
        return self.page.get_by_role("button", name=name)

    def heading(self, name):
        expect(self.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        return self

    def fill_passphrase(self, passphrase=PASSPHRASE, again=None):
        self.page.get_by_label("Passphrase", exact=True).fill(passphrase)
        self.page.get_by_label("The same passphrase again").fill(passphrase if again is None else again)
        return self

    def turn_on(self, by="passphrase"):
        """Locks the library for the first time and unlocks it again; returns the recovery code."""
        self.open()
        if by == "passphrase":
            self.fill_passphrase().button("Turn on with this passphrase").click()
        else:
            self.button("Turn on with a passkey").click()
        self.heading("Your recovery code")
        code = self.page.locator("#code").inner_text().replace("\n", " ")
        self.page.get_by_role("link", name="I’ve written it down").click()
        self.is_locked()
        return re.sub(r"\s+", "-", code.strip())

    def is_locked(self):
        """Waits until another try is allowed."""
        self.heading("Unlock")
        expect(self.page.locator("[data-wait]")).to_have_count(0)
        expect(self.page.get_by_role("button", name=re.compile("^Unlock")).first).to_be_visible()
        return self

    def lock(self):
        self.open("/settings/lock")
        self.page.get_by_role("main").get_by_role("button", name="Lock now").click()
        return self.is_locked()

    def unlock(self, passphrase=PASSPHRASE):
        field = self.page.get_by_label("Passphrase", exact=True)
        if not field.is_visible():
            self.page.get_by_text("Use the passphrase").click()
        field.fill(passphrase)
        field.press("Enter")
        return self

    def unlock_by_passkey(self):
        self.button("Unlock with passkey").click()
        return self

    def confirm(self, passphrase=PASSPHRASE):
        """Shows the passphrase again for a change that a session alone does not permit."""
        return self.heading("Confirm it’s you").unlock(passphrase)

    def confirm_by_passkey(self):
        self.heading("Confirm it’s you").button("Confirm with passkey").click()
        return self

    def confirm_by_code(self, code):
        self.heading("Confirm it’s you").page.get_by_text("Use the recovery code").click()
        self.page.get_by_label("Recovery code").fill(code)
        self.page.get_by_label("Recovery code").press("Enter")
        return self

    def forget_browser(self):
        """Makes this browser unknown to Omena, as a stranger's is."""
        self.page.context.clear_cookies()
        self.page.evaluate("() => localStorage.removeItem('omena browser')")
        return self

    def is_open(self):
        """Waits until the library is unlocked, and opens the lock page."""
        expect(self.page).not_to_have_url(re.compile("/unlock"))
        if "/settings/lock" not in self.page.url:
            self.open()
        return self.heading("Ways to unlock")

    def says(self, words):
        expect(self.page.get_by_role("alert")).to_contain_text(words)
        return self

    @property
    def ways(self):
        return self.page.get_by_role("region", name="Ways to unlock").get_by_role("listitem")
