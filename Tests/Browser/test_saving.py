"""Answers on their way to the library: each arrives once, whatever happens in between."""

import json
from datetime import datetime, timedelta

import pytest
from devices import PHONE
from playwright.sync_api import expect
from serving import Omena, copy_new_library, practice
from table import Table, answered_moments, standing_grades

AGAIN, GOOD = 1, 3

# Inserts an event among those waiting, as if its card had been deleted since.
SPOIL = """(event) => new Promise((resolve) => {
    const opening = indexedDB.open(["omena", document.documentElement.dataset.base].filter(Boolean).join(" "));
    opening.onsuccess = () => {
        const events = opening.result.transaction("event", "readwrite").objectStore("event");
        events.getAll().onsuccess = ({ target }) => {
            const [last] = target.result.slice(-1);
            events.add({ place: last.place, event: { ...last.event, ...event } }).onsuccess = resolve;
        };
    };
})"""


def go_offline(table):
    table.page.context.set_offline(True)


def go_online(table):
    table.page.context.set_offline(False)


def test_answers_survive_a_network_failure(phone):
    phone.learn()
    phone.answer(True)
    phone.waits(0)

    go_offline(phone)
    phone.answer(False, True, True)
    phone.page.keyboard.press("u")
    phone.answer(False)
    phone.shows_done(4)
    expect(phone.page.get_by_text("4 answers not yet saved")).to_be_visible()
    assert len(phone.omena.log()) == 1
    go_online(phone)

    # Sooner than it would try again by itself after five failures.
    expect(phone.page.get_by_text("not yet saved")).to_be_hidden(timeout=10_000)
    assert phone.saved_grades() == [GOOD, AGAIN, GOOD, AGAIN]
    assert len(phone.omena.log()) == 6


def test_unsaved_answers_are_counted_as_people_count(phone):
    phone.learn()
    go_offline(phone)

    phone.answer(True)
    expect(phone.page.get_by_text("1 answer not yet saved")).to_be_visible()
    phone.answer(True, True)
    expect(phone.page.get_by_text("3 answers not yet saved")).to_be_visible()
    for _ in range(7):
        phone.answer(True)

    expect(phone.page.get_by_role("heading", name="You remembered all 10")).to_be_visible()
    expect(phone.page.get_by_text("10 answers not yet saved")).to_be_visible()


def test_only_a_slow_server_is_reported(desktop):
    desktop.page.clock.install()
    desktop.learn()
    held = []
    desktop.page.route("**/reviews", lambda route: held.append(route))

    desktop.answer(True)
    expect(desktop.page.get_by_text("not yet saved")).to_be_hidden()
    desktop.page.clock.run_for(2500)
    expect(desktop.page.get_by_text("1 answer not yet saved")).to_be_visible()

    # The test hears of a request only while it waits.
    while not held:
        desktop.page.wait_for_timeout(10)
    held[0].continue_()
    expect(desktop.page.get_by_text("not yet saved")).to_be_hidden()
    assert desktop.saved_grades() == [GOOD]


def test_answers_survive_a_server_failure(open_context, library):
    copy_new_library(library)
    with Omena(library) as omena:
        table = Table(open_context(**PHONE).new_page(), omena).learn()
        omena.kill()
        table.swipe(150)
        table.swipe(-150)
        expect(table.page.get_by_text("2 answers not yet saved")).to_be_visible()

    with Omena(library, port=omena.port) as omena:
        table.omena = omena
        assert table.saved_grades() == [GOOD, AGAIN]
        expect(table.page.get_by_text("not yet saved")).to_be_hidden()


def test_answer_lost_on_its_way_back_is_sent_again_and_counts_once(desktop):
    desktop.learn()
    lost = []

    def lose(route):
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch())  # the library has it, but the browser never hears of it
            route.abort()

    desktop.page.route("**/reviews", lose)
    desktop.answer(True)

    assert desktop.saved_grades() == [GOOD]
    assert len(desktop.omena.log()) == 1
    assert len(lost) == 1


def test_home_page_sends_waiting_answers(phone):
    phone.learn()
    phone.page.route("**/reviews", lambda route: route.abort())
    phone.answer(True, False)
    expect(phone.page.get_by_text("2 answers not yet saved")).to_be_visible()
    phone.page.unroute("**/reviews")

    phone.home()

    assert phone.saved_grades() == [GOOD, AGAIN]
    expect(phone.page.get_by_text("2 answers, under a minute")).to_be_visible()


def test_refused_answer_in_the_middle_blocks_nothing(phone):
    phone.learn()
    go_offline(phone)
    phone.answer(True)
    phone.waits(1)
    phone.page.evaluate(SPOIL, {"id": "4000000000000000001", "note": "7"})
    phone.answer(False)
    phone.waits(3)

    go_online(phone)

    assert phone.saved_grades() == [GOOD, AGAIN]
    notice = phone.page.get_by_text("1 answer wasn’t accepted")
    expect(notice).to_be_visible()
    phone.press("Close")
    expect(notice).to_be_hidden()
    # Keys act on the card again.
    expect(phone.page.get_by_role("main")).to_be_focused()


@pytest.mark.parametrize("spoilt", [{"id": "no number"}, {"grade": "splendid"}, {"kind": "gift"}])
def test_event_that_no_server_could_read_blocks_nothing(desktop, spoilt):
    desktop.learn()
    go_offline(desktop)
    desktop.answer(True)
    desktop.waits(1)
    desktop.page.evaluate(SPOIL, {"id": "4000000000000000002", **spoilt})
    desktop.answer(False)
    desktop.waits(3)

    go_online(desktop)

    assert desktop.saved_grades() == [GOOD, AGAIN]
    expect(desktop.page.get_by_text("1 answer wasn’t accepted")).to_be_visible()


def test_body_that_the_server_cannot_read_is_sent_in_parts(desktop):
    desktop.learn()
    batches = []

    def judge(route):
        events = json.loads(route.request.post_data)["events"]
        batches.append(len(events))
        if len(events) > 1:
            route.fulfill(status=400, json={"error": "The body cannot be read."})
        else:
            route.continue_()

    go_offline(desktop)
    desktop.answer(True, False, True)
    desktop.waits(3)
    desktop.page.route("**/reviews", judge)
    go_online(desktop)

    assert desktop.saved_grades() == [GOOD, AGAIN, GOOD]
    assert batches[-3:] == [1, 1, 1]


def test_queue_of_another_library_never_reaches_this_one(open_context, tmp_path):
    ours, theirs = tmp_path / "ours.omena", tmp_path / "theirs.omena"
    copy_new_library(ours)
    with Omena(ours) as omena:
        table = Table(open_context(**PHONE).new_page(), omena).learn()
        go_offline(table)
        table.swipe(150)
        table.swipe(150)
        table.waits(2)

    with Omena(theirs, port=omena.port) as omena:
        # The page of one library contacts another: it keeps its answers and says so.
        go_online(table)
        expect(table.page.get_by_text("2 answers kept in this browser belong to another library")).to_be_visible()
        table.swipe(-150)
        table.waits(3)
        # A page of the other library leaves them alone, and sends its own.
        other = Table(table.page.context.new_page(), omena).home().learn()
        other.swipe(-150)
        other.waits(3)
        assert standing_grades(theirs) == [AGAIN]
        other.page.close()

    with Omena(ours, port=omena.port) as omena:
        table.omena = omena
        table.home()
        assert table.saved_grades() == [GOOD, GOOD, AGAIN]
    assert standing_grades(theirs) == [AGAIN]


def test_events_are_what_the_learner_did(desktop):
    desktop.learn()
    with desktop.page.expect_request("**/reviews") as sent:
        desktop.answer(True)

    body = json.loads(sent.value.post_data)
    deal = json.loads(desktop.page.locator("#deal").text_content())
    assert {key: body[key] for key in ("library", "epoch")} == {key: deal[key] for key in ("library", "epoch")}
    (event,) = body["events"]
    assert event["kind"] == "practice" and event["grade"] == "good" and event["mode"] == "learn"
    assert (event["note"], event["face"]) in {(card["note"], card["face"]) for card in deal["cards"]}
    assert int(event["id"]) >> 21 == event["moment"]
    assert 0 <= event["duration"] < 60_000


def test_home_page_updates_after_newer_answers(phone, omena):
    phone.home()
    written_before = omena.get("/")[2]
    phone.learn()
    phone.answer(*[True] * 10)
    phone.waits(0)

    phone.page.route(omena.url + "/", lambda route: route.fulfill(body=written_before, content_type="text/html"), times=1)
    phone.page.get_by_role("link", name="Done").click()

    expect(phone.page.get_by_text("10 answers, under a minute")).to_be_visible()


@pytest.mark.parametrize("error", [timedelta(days=400), timedelta(days=-3)])
def test_device_with_a_wrong_clock_records_the_right_time(phone, error):
    began = datetime.now()
    phone.page.clock.set_fixed_time(began + error)

    phone.learn()
    phone.answer(True, False)

    assert phone.saved_grades() == [3, 1]
    moments = [datetime.fromtimestamp(moment / 1000) for moment in answered_moments(phone.omena.library)]
    assert all(abs(moment - began) < timedelta(minutes=5) for moment in moments)


def test_answers_from_the_last_moment_of_a_page_are_stored(phone):
    phone.learn()

    phone.answer(*[True, False] * 4)
    phone.home()

    assert phone.saved_grades() == [3, 1] * 4


def test_answers_that_two_tabs_leave_at_once_are_stored(phone):
    deal = phone.omena.deal()
    entries = [
        {"session": {"key": "", "owner": ""}, "n": n, "step": {"kind": "ran", "ran": 1}, "place": f"{deal['library']}/{deal['epoch']}", "event": practice(card)}
        for n, card in enumerate(deal["cards"][:2])
    ]
    # The second tab is closed while this page stores what the first one has left.
    phone.page.add_init_script(
        f"""const [first, second] = {json.dumps(entries)};
        const key = ["omena", document.documentElement?.dataset.base, "handover"].filter(Boolean).join(" ");
        const add = IDBObjectStore.prototype.add;
        if (sessionStorage.getItem("second") === null) {{
            localStorage.setItem(key, JSON.stringify([first]));
            IDBObjectStore.prototype.add = function (value) {{
                if (sessionStorage.getItem("second") === null) localStorage.setItem(key, JSON.stringify([first, second]));
                sessionStorage.setItem("second", "left");
                return add.call(this, value);
            }};
        }}"""
    )

    for count in (1, 2):
        phone.home()
        phone.waits(0)
        assert len(phone.omena.log()) == count


def test_outdated_page_is_reloaded_between_cards(phone, omena):
    phone.learn()
    loads = []
    phone.page.on("load", lambda: loads.append(phone.page.url))

    def answer_as_a_newer_server(route):
        response = route.fetch()
        route.fulfill(response=response, json={**response.json(), "version": "feedfacefeedface"})

    phone.page.route("**/reviews", answer_as_a_newer_server)
    phone.answer(True)
    phone.waits(0)
    with phone.page.expect_event("load"):
        phone.answer(False)

    phone.is_ready().shows_done(2)
    phone.answer(True)
    phone.waits(0)
    phone.answer(True)
    phone.shows_done(4)
    assert len(loads) == 1
    phone.page.unroute_all(behavior="wait")


def test_unpaired_browser_is_led_to_pairing(desktop):
    desktop.learn()
    desktop.page.route("**/reviews", lambda route: route.fulfill(status=401, json={"error": "Pair this browser first."}))

    desktop.answer(True, False)

    expect(desktop.page.get_by_text("2 answers not yet saved")).to_be_visible()
    expect(desktop.page.get_by_role("link", name="Pair this browser")).to_have_attribute("href", "/pair")
    expect(desktop.page.get_by_role("status")).to_have_text(
        "This browser is no longer paired. Your answers are kept in this browser."
    )
    desktop.page.unroute("**/reviews")
    desktop.page.evaluate("dispatchEvent(new Event('online'))")
    expect(desktop.page.get_by_role("link", name="Pair this browser")).to_be_hidden()
    assert sorted(desktop.saved_grades()) == [1, 3]
