"""A study page as a test uses it: its content, touch, keys and buttons."""

import re
import sqlite3
import time
from urllib.parse import quote, urlencode

from playwright.sync_api import expect

DECK = "First questions"
# The size of "First words", the other deck of a new library.
WORDS = 345
# The most cards in one deal: more are fetched when few are left.
DEALT = 200
# Whether a condition, which may be a promise, has become true; called again and again.
UNTIL = """(name, condition) => {
    const run = (globalThis[name] ??= {});
    if (run.isTrue || run.isPending) return run.isTrue;
    const end = (result) => { run.isTrue = result; run.isPending = false; };
    try {
        const result = condition();
        if (!(result instanceof Promise)) return result;
        run.isPending = true;
        result.then(end, () => end(false));
    } catch {
        return false;
    }
}"""
# How many cards are practised at a time.
BATCH = 20


def wait_until(page, condition):
    """Waits for a function, which may be asynchronous; `wait_for_function` takes a promise for an answer."""
    page.wait_for_function(f"(run) => ({UNTIL})(run, {condition})", arg=f"run {time.monotonic_ns()}", polling=10)


def wait_until_cached(page):
    """Waits until the worker has cached this page, which it does after the page was loaded."""
    wait_until(
        page,
        "async () => Boolean(await caches.match(location.href, { cacheName: 'pages' + (document.documentElement.dataset.base ?? ''), ignoreVary: true }))",
    )


class Table:
    def __init__(self, page, omena):
        self.page = page
        self.omena = omena
        self._devtools = None

    # Navigation

    def home(self):
        self.page.goto(f"{self.omena.url}/")
        return self

    def deck(self, name=DECK):
        """Opens the page of a deck."""
        number = self.omena.read("SELECT id FROM deck WHERE name = ?", name)
        self.page.goto(f"{self.omena.url}/decks/{number}")
        return self

    def study(self, mode, deck=DECK):
        self.page.goto(f"{self.omena.url}/study/{mode}?deck={quote(deck)}")
        return self.is_ready()

    def learn(self, deck=DECK):
        return self.study("learn", deck)

    def reload(self):
        self.page.reload()
        return self.is_ready()

    def is_ready(self):
        self.until("() => !['loading', undefined].includes(document.querySelector('main')?.dataset.state)")
        return self

    def until(self, condition):
        """Waits for a JavaScript function to return true, also if the page's own clock is stopped.

        A navigation that is under way may interrupt it, so errors only count once the time is over; and a promise that is
        never kept must not keep the test waiting for ever.
        """
        wait_until(self.page, condition)

    # Content

    @property
    def card(self):
        """The only button of the stack that a screen reader finds."""
        return self.page.locator(".scene[data-depth='0']").get_by_role("button")

    @property
    def scene(self):
        return self.page.locator(".scene[data-depth='0']")

    @property
    def prompt(self):
        return self.page.locator(".scene[data-depth='0'] .front .face-hit > .word").inner_text()

    @property
    def progress(self):
        """The number of answered cards."""
        label = self.page.locator("#progress").get_attribute("aria-label")
        return int(re.match(r"(\d+) of", label)[1])

    @property
    def state(self):
        return self.page.locator("main").get_attribute("data-state")

    def shows_score(self, remembered, total=10):
        expect(self.page.locator(".study-line")).to_contain_text(f"Remembered {remembered}/{total}")

    def shows_done(self, done, total=10):
        cards = "card" if total == 1 else "cards"
        expect(self.page.locator("#progress")).to_have_attribute(
            "aria-label", f"{done} of {total} {cards} done"
        )

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def side(self):
        return self.page.locator(".scene[data-depth='0'] .card").get_attribute("data-side")

    def shows_side(self, side):
        expect(self.page.locator(".scene[data-depth='0'] .card")).to_have_attribute("data-side", side)

    def settle(self, **settings):
        """Changes study settings, as the form of the settings page does."""
        fields = {name: {True: "on", False: "off"}.get(value, value) for name, value in settings.items()}
        form = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
        headers = {**form, "Origin": self.omena.origin}
        status, _, body = self.omena.request("POST", "/settings", urlencode(fields), headers)
        assert status == 200, body
        return self

    def hide(self, is_hidden=True):
        """Puts the page in the background, or back into the foreground."""
        self.page.evaluate(
            """(isHidden) => {
                Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
                document.dispatchEvent(new Event("visibilitychange"));
            }""",
            is_hidden,
        )

    # Touch: trusted events, as Chromium receives them from a screen

    def touch(self, kind, *point, at=None):
        """Sends one touch event, with its own timestamp if the speed matters."""
        if self._devtools is None:
            self._devtools = self.page.context.new_cdp_session(self.page)
        points = [{"x": point[0], "y": point[1]}] if point else []
        event = {"type": kind, "touchPoints": points, **({"timestamp": at} if at else {})}
        self._devtools.send("Input.dispatchTouchEvent", event)

    def middle(self):
        box = self.page.locator("#deck").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def press_card(self):
        """Touches the card; returns the position."""
        x, y = self.middle()
        self.touch("touchStart", x, y)
        return x, y

    def drag(self, dx, dy=0, steps=10):
        """Touches the card and drags it without releasing; returns the start position."""
        x, y = self.press_card()
        for step in range(1, steps + 1):
            self.touch("touchMove", x + dx * step / steps, y + dy * step / steps)
        return x, y

    def release(self):
        self.touch("touchEnd")

    def hold_still(self):
        """Leaves the finger in place until the browser regards it as resting."""
        self.page.evaluate(
            """() => new Promise((resolve) => {
                const begin = performance.now();
                (function wait() {
                    if (performance.now() - begin > 120) resolve();
                    else requestAnimationFrame(wait);
                })();
            })"""
        )

    def swipe(self, dx, dy=0):
        self.wait_unlocked()
        self.drag(dx, dy)
        self.release()

    def flick(self, dx):
        """Drags within 40 ms and releases."""
        x, y = self.middle()
        now = time.time()
        self.touch("touchStart", x, y, at=now)
        self.touch("touchMove", x + dx / 2, y, at=now + 0.016)
        self.touch("touchMove", x + dx, y, at=now + 0.032)
        self.touch("touchEnd", at=now + 0.04)

    def tap(self):
        self.press_card()
        self.release()

    # Buttons

    def press(self, name):
        self.button(name).click()

    def answer(self, *answers):
        """Answers by key: True for correct."""
        for is_correct in answers:
            self.page.keyboard.press("ArrowRight" if is_correct else "ArrowLeft")

    def wait_unlocked(self):
        expect(self.page.locator("main[data-locked]")).to_have_count(0)

    # Stored data

    def waits(self, count=0):
        """Waits until the browser stores this many events and is not sending any."""
        self.until(f"() => {ALL_OF}('event').then((events) => events.length === {count})")

    def keeps(self, count):
        """Waits until the browser stores this many answers and retractions of this session, and the server has all of them."""
        counts = "({ step }) => ['answer', 'undo'].includes(step.kind)"
        self.until(f"() => {ALL_OF}('step').then((steps) => steps.filter({counts}).length >= {count})")
        self.waits(0)
        return self

    def waiting_events(self):
        """All events that wait in this browser, for any library."""
        return self.page.evaluate(f"{ALL_OF}('event')")

    def saved_grades(self):
        """The grades in the library's log that are not retracted, oldest first, once all have arrived."""
        self.waits(0)
        return standing_grades(self.omena.library)


def standing_grades(library):
    """The grades in a library's log that are not retracted."""
    return logged(
        library,
        """SELECT grade FROM event AS answer WHERE retracted IS NULL AND NOT EXISTS
        (SELECT * FROM event AS later WHERE later.retracted = answer.id) ORDER BY moment, id""",
    )


def answered_moments(library):
    """The moments of the events in a library's log, in milliseconds."""
    return logged(library, "SELECT moment FROM event ORDER BY moment, id")


def logged(library, query):
    """Reads one column directly from the file."""
    database = sqlite3.connect(f"file:{library}?mode=ro", uri=True)
    try:
        return [row[0] for row in database.execute(query)]
    finally:
        database.close()


ALL_OF = """((store) => new Promise((resolve, reject) => {
    const opening = indexedDB.open(["omena", document.documentElement.dataset.base].filter(Boolean).join(" "));
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
        const database = opening.result;
        if (!database.objectStoreNames.contains(store)) { database.close(); resolve([]); return; }
        const all = database.transaction(store).objectStore(store).getAll();
        all.onsuccess = () => { database.close(); resolve(all.result); };
        all.onerror = () => reject(all.error);
    };
}))"""
