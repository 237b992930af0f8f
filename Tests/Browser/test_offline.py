"""Without a network the pages load, a session goes on, and each answer arrives once."""

import json
import os
import re
import sqlite3
import subprocess
from urllib.parse import urlencode

import pytest
from devices import DESKTOP, PHONE
from playwright.sync_api import expect
from serving import BINARY
from table import Table, logged, wait_until_cached
from test_layout_shift import MOST, WATCH


@pytest.fixture
def phone(open_context, omena):
    return Table(open_context(**PHONE, service_workers="allow").new_page(), omena)


@pytest.fixture
def desktop(open_context, omena):
    return Table(open_context(**DESKTOP, service_workers="allow").new_page(), omena)


def worker_is_ready(table):
    """Waits until the worker has cached every file and controls this page."""
    table.until("() => navigator.serviceWorker.controller?.state === 'activated'")


def test_home_page_is_available_without_a_network(phone, omena):
    phone.home()
    worker_is_ready(phone)
    phone.home()
    wait_until_cached(phone.page)

    omena.stop()
    phone.page.reload()

    expect(phone.page.get_by_role("heading", name="Omena can’t be reached")).to_be_visible()
    expect(phone.page.get_by_role("heading", name="Decks")).to_be_visible()
    omena.start()


def test_a_worker_that_starts_late_brings_no_deleted_cache_back(phone, omena):
    phone.home()
    worker_is_ready(phone)
    # A page that caches nothing itself.
    phone.page.goto(f"{omena.url}/help")

    names = phone.page.evaluate(
        """async () => {
            const base = document.documentElement.dataset.base ?? "";
            await caches.delete(`pages${base}`);
            const { installing, active } = await navigator.serviceWorker.register(`${base}/worker.js?late`, { scope: `${base}/` });
            const worker = installing ?? active;
            while (worker.state !== "activated") await new Promise((resolve) => (worker.onstatechange = resolve));
            return caches.keys();
        }"""
    )

    assert [name for name in names if name.startswith("pages")] == []


def test_home_page_does_not_move_without_a_network(phone, omena):
    phone.learn(deck="First words")
    is_ready_for_review_offline(phone, "First words")
    phone.until("() => caches.match((document.documentElement.dataset.base ?? '') + '/').then(Boolean)")
    phone.page.add_init_script(f"({WATCH})()")

    omena.stop()
    phone.home()

    notice = phone.page.get_by_role("region", name="Omena can’t be reached")
    expect(notice.get_by_role("link", name="First words")).to_be_in_viewport(ratio=1)
    phone.page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    assert sum(value for value, *_ in phone.page.evaluate("() => shifts")) <= MOST
    omena.start()


def test_uncached_page_says_that_there_is_no_network(phone, omena):
    phone.home()
    worker_is_ready(phone)

    omena.stop()
    phone.page.goto(omena.url + "/study/learn?deck=First%20words")

    expect(phone.page.get_by_role("heading", name="Omena can’t be reached")).to_be_visible()
    expect(phone.page.get_by_role("link", name="Go to your decks")).to_be_visible()
    omena.start()


def test_session_is_reloaded_without_a_network(phone, omena):
    phone.home()
    worker_is_ready(phone)
    phone.learn()
    wait_until_cached(phone.page)
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


def test_deck_opened_before_is_reviewed_without_a_network(phone, omena):
    phone.learn(deck="First words")
    is_ready_for_review_offline(phone, "First words")
    phone.until("() => caches.match((document.documentElement.dataset.base ?? '') + '/').then(Boolean)")

    omena.stop()
    phone.home()
    phone.page.get_by_role("region", name="Omena can’t be reached").get_by_role("link", name="First words").click()
    phone.is_ready()
    grade(phone, "4" * 20)
    phone.waits(20)
    expect(phone.page.get_by_role("heading", name="Done for today")).to_be_visible()
    expect(phone.page.locator("#tally-tomorrow")).to_be_hidden()

    omena.start()
    phone.page.evaluate("() => void dispatchEvent(new Event('online'))")
    expect(phone.page.locator("#tally-tomorrow")).to_have_text("20")
    phone.home()
    phone.waits(0)
    reviewed = logged(omena.library, "SELECT DISTINCT card FROM event WHERE kind = 0")
    assert len(reviewed) == 20


def test_a_page_for_signing_in_is_not_cached_instead_of_a_deck(phone, omena):
    phone.learn(deck="First words")
    is_ready_for_review_offline(phone, "First words")
    phone.page.evaluate(
        """() => {
            for (const [key, decks] of Object.entries(localStorage)) {
                if (key.includes(" put by ")) localStorage.setItem(key, decks.replace(/"read":\\d+/g, '"read":0'));
            }
        }"""
    )
    phone.page.route(re.compile(r"/study/review\?"), lambda route: route.fulfill(status=302, headers={"Location": "/help"}))

    with phone.page.expect_response(re.compile("/help")):
        phone.home()

    phone.page.evaluate("fetch('/manifest.webmanifest').then(() => undefined)")
    cached = phone.page.evaluate(
        """async () => {
            const cache = await caches.open("pages" + (document.documentElement.dataset.base ?? ""));
            const [review] = (await cache.keys()).filter(({ url }) => url.includes("/study/review"));
            return (await cache.match(review)).text();
        }"""
    )
    assert 'id="deal"' in cached


@pytest.mark.parametrize("preference, cards", [("whole-deal", 200), ("whole-deal=30", 30)])
def test_cached_deal_is_complete(omena, preference, cards):
    page = omena.get("/study/browse?deck=First%20words", Prefer=preference)[2].decode()

    deal = json.loads(re.search(r'id="deal">(.*?)</script>', page)[1])
    assert len(deal["cards"]) == cards
    assert all("front" in card and "back" in card for card in deal["cards"])


def test_cards_reviewed_without_a_network_are_not_asked_again(phone, omena):
    phone.learn(deck="First words")
    is_ready_for_review_offline(phone, "First words")
    omena.stop()
    phone.study("review", "First words")
    before = to_go(phone)

    grade(phone, "4" * 5)
    phone.waits(5)
    forget_sessions(phone)
    phone.study("review", "First words")

    assert to_go(phone) == before - 5
    omena.start()


TURNS = 10 if os.environ.get("OMENA_SOAK") else 3


def test_reviews_of_two_browsers_without_a_network_arrive_once(phone, desktop, omena):
    settle(omena, newLimit=100)
    for table in (phone, desktop):
        table.learn("First words")
        is_ready_for_review_offline(table, "First words")
    omena.stop()

    for table in (phone, desktop):
        table.study("review", "First words")
    # In turns and with different grades, because the log must sort them into one order.
    for _ in range(TURNS):
        grade(phone, "3124131241")
        grade(desktop, "4311243112")
    for table in (phone, desktop):
        table.waits(10 * TURNS)
    omena.start()
    for table in (desktop, phone):
        table.home()
        table.waits(0)

    assert logged(omena.library, "SELECT count(*) FROM event WHERE kind = 0") == [20 * TURNS]
    assert stored_memories(omena) == replayed_memories(omena)


def is_ready_for_review_offline(table, title):
    """Waits until a deck's reviews are cached and the worker would serve them."""
    worker_is_ready(table)
    table.until(
        f"""() => Object.entries(localStorage).some(([key, decks]) =>
            key.includes(" put by ") && JSON.parse(decks).some(({{ title, read }}) => title === {title!r} && read > 0))"""
    )


def grade(table, grades):
    """Reveals and grades one card after the other."""
    for number in grades:
        table.page.keyboard.press("Space")
        table.page.keyboard.press(number)


def settle(omena, **settings):
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": omena.origin}
    status, _, body = omena.request("POST", "/settings", urlencode(settings), headers)
    assert status in (200, 204, 303), body


def stored_memories(omena):
    """The stored state of each card: stability and difficulty."""
    return memories(*omena.choice)


def replayed_memories(omena):
    """The same, computed from the events alone, like a review log from another program."""
    database = sqlite3.connect(f"file:{omena.library}?mode=ro", uri=True)
    rows = database.execute("SELECT card, moment, grade, duration FROM event WHERE kind = 0 ORDER BY moment, id").fetchall()
    database.close()
    log = omena.library.with_suffix(".csv")
    lines = [f"{card},{moment},{grade},0,{duration}" for card, moment, grade, duration in rows]
    log.write_text("\n".join(["card_id,review_time,review_rating,review_state,review_duration", *lines]) + "\n")
    return memories("--log", log)


def memories(*options):
    output = subprocess.run([BINARY, "memory", "--json", *map(str, options)], check=True, capture_output=True, text=True)
    rows = [json.loads(line) for line in output.stdout.splitlines()]
    return sorted((round(row["stability"], 9), round(row["difficulty"], 9)) for row in rows)


def to_go(table):
    return int(table.page.locator("#score").inner_text())


def forget_sessions(table):
    """Deletes the stored sessions, but not the answers."""
    table.page.evaluate(
        """() => new Promise((resolve) => {
            const opening = indexedDB.open(["omena", document.documentElement.dataset.base].filter(Boolean).join(" "));
            opening.onsuccess = () => {
                const clearing = opening.result.transaction("session", "readwrite");
                clearing.objectStore("session").clear();
                clearing.oncomplete = () => { opening.result.close(); resolve(); };
            };
        })"""
    )


def test_session_opened_as_the_first_page_can_be_reloaded(phone, omena):
    phone.learn()
    first = phone.prompt
    phone.answer(True)
    phone.keeps(1)
    wait_until_cached(phone.page)
    phone.until("async () => (await navigator.serviceWorker.ready).active?.state === 'activated'")

    omena.stop()
    phone.reload()

    phone.shows_done(1)
    assert phone.prompt != first
    omena.start()
