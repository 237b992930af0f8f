"""Of a library with a lock a browser stores unsent answers, and nothing readable."""

import json
import re

from devices import PHONE
from lock import Lock
from playwright.sync_api import expect
from table import Table

# Everything that this browser stores for one origin, except for `HttpOnly` cookies.
STORED = """async () => {
    const stores = {};
    for (const { name } of await indexedDB.databases()) {
        const database = await new Promise((resolve) => {
            const opening = indexedDB.open(name);
            opening.onsuccess = () => resolve(opening.result);
        });
        for (const store of database.objectStoreNames) {
            stores[store] = await new Promise((resolve) => {
                const all = database.transaction(store).objectStore(store).getAll();
                all.onsuccess = () => resolve(all.result);
            });
        }
        database.close();
    }
    const cached = {};
    for (const name of await caches.keys()) {
        cached[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    }
    return { stores, cached, local: { ...localStorage }, session: { ...sessionStorage }, cookies: document.cookie };
}"""

TEXTLESS_CARD = {"note", "face", "state", "seed", "scheduler", "flag", "introduces"}
TEXTLESS = {"id", "kind", "of", "note", "face", "grade", "moment", "offset", "duration", "mode", "due"}


def test_answers_survive_the_lock_and_nothing_else_is_stored(open_lock, omena):
    lock = open_lock(**PHONE, service_workers="allow")
    # What was cached before the library had a lock is deleted too.
    table = Table(lock.page, omena).learn()
    texts = [text for card in omena.deal()["cards"] for side in ("front", "back") for text in [card[side]["text"]]]
    table.answer(True)
    table.waits(0)
    lock.turn_on()
    lock.unlock().is_open()
    storable_pages = []
    lock.page.on("response", lambda response: storable_pages.append(response) if may_be_stored(response) else None)

    table.learn()
    lock.page.route("**/reviews", lambda route: route.abort())
    table.answer(True, False, True)
    expect(lock.page.get_by_text("3 answers not yet saved")).to_be_visible()
    stored = names(table.waiting_events())
    assert len(stored) == 3
    stores_nothing_readable(lock.page, texts)

    # Somebody locks it elsewhere; this browser leaves the page at once, and keeps its answers.
    other = Lock(lock.page.context.new_page(), omena).open()
    other.page.get_by_role("main").get_by_role("button", name="Lock now").click()
    lock.is_locked()
    assert names(table.waiting_events()) == stored
    stores_nothing_readable(lock.page, texts)

    # They are sent as soon as the library is unlocked again.
    lock.page.unroute("**/reviews")
    lock.unlock()
    expect(lock.page).to_have_url(re.compile("/study/"))
    table.is_ready().waits(0)
    stores_nothing_readable(lock.page, texts)
    assert storable_pages == []

    lock.open().page.get_by_role("link", name="Turn off").click()
    lock.button("Turn off").click()
    lock.confirm()
    expect(lock.page).to_have_url(omena.url + "/settings")
    assert set(stored) <= set(omena.log()) and len(omena.log()) == 4


def test_a_session_survives_a_reload_and_the_lock(open_lock, omena):
    lock = open_lock(**PHONE)
    texts = [text for card in omena.deal()["cards"] for side in ("front", "back") for text in [card[side]["text"]]]
    lock.turn_on()
    lock.unlock().is_open()

    def shows_done(count):
        if mode == "race":
            expect(lock.page.locator("#left")).to_have_text(str(10 - count))
        else:
            table.shows_done(count)

    for mode in ("learn", "race"):
        table = Table(lock.page, omena).study(mode)
        table.answer(True, True)
        shows_done(2)

        table.reload()
        shows_done(2)
        assert table.prompt in texts
        stores_nothing_readable(lock.page, texts)

        lock.lock()
        stores_nothing_readable(lock.page, texts)
        lock.unlock().is_open()
        table.study(mode)
        shows_done(2)
        table.answer(True)
        shows_done(3)


def names(waiting):
    return sorted(entry["event"]["id"] for entry in waiting)


def may_be_stored(response):
    """Whether a browser or a proxy may store a response that is none of Omena's own files."""
    if "/assets/" in response.url or re.search(r"/(manifest\.webmanifest|worker\.js|offline)$", response.url):
        return False
    return "no-store" not in response.headers.get("cache-control", "")


def stores_nothing_readable(page, texts):
    stored = page.evaluate(STORED)
    for session in stored["stores"]["session"]:
        assert all(set(card) <= TEXTLESS_CARD for card in session["cards"]) and "others" not in session, session
    for entry in stored["stores"]["event"]:
        assert set(entry) == {"n", "place", "event"} and set(entry["event"]) <= TEXTLESS, entry
    said = json.dumps(stored, ensure_ascii=False)
    assert [text for text in [*texts, "First questions"] if text in said] == []
    for name, paths in stored["cached"].items():
        assert [path for path in paths if not re.match(r"(/~[^/]+)?/(assets/|offline|manifest|help(/|$))", path)] == [], name
