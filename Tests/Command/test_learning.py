"""`omena optimize` and `omena memory` on a learner's own library, served or not."""

import json
import os
import random
import re
import sqlite3
import subprocess
import time

import pytest
from serving import BINARY, Omena, copy_new_library

DAY = 86_400_000
NOW = int(time.time() * 1000) // DAY * DAY + 12 * 3_600_000


def run(command, library, *options):
    return subprocess.run(
        [BINARY, command, "--library", library, *options],
        capture_output=True,
        text=True,
        timeout=120,
        env={key: value for key, value in os.environ.items() if key != "OMENA_LIBRARY"},
    )


def optimize(library, *options):
    result = run("optimize", library, "--json", *options)
    assert result.returncode == 0 and result.stderr == "", result
    return json.loads(result.stdout)


def memories(library):
    result = run("memory", library, "--json")
    assert result.returncode == 0 and result.stderr == "", result
    cards = [json.loads(line) for line in result.stdout.splitlines()]
    return {card["card"]: (card["stability"], card["difficulty"]) for card in cards}


def review(number, card, grade, moment, **changes):
    return {
        "id": str(number),
        "kind": "review",
        "note": card["note"],
        "face": card["face"],
        "grade": grade,
        "due": None,
        "reviews": None,
        "moment": moment,
        "offset": 120,
        "duration": 1500,
        "mode": "review",
        **changes,
    }


def forgetful(cards, seed=1):
    """The answers of a learner who forgets much sooner than most."""
    chance = random.Random(seed)
    events = []
    for card in cards:
        day, interval = chance.randrange(60), 1
        for turn in range(12):
            remembered = turn == 0 or chance.random() < 0.9 ** (interval / 2)
            moment = NOW - (400 - day) * DAY + chance.randrange(10**6)
            events.append(review(len(events) + 1, card, "good" if remembered else "again", moment))
            interval = min(interval * 2, 60) if remembered else 1
            day += interval
    return events


def send(omena, deal, events):
    for first in range(0, len(events), 1000):
        status, answer = omena.post_reviews(deal, events[first : first + 1000])
        assert status == 200
        assert {result["outcome"] for result in answer["results"]} == {"stored"}


def due_dates(library):
    database = sqlite3.connect(f"file:{library}?mode=ro", uri=True)
    try:
        return dict(database.execute("SELECT note || '/' || face, due FROM card WHERE due IS NOT NULL"))
    finally:
        database.close()


@pytest.fixture
def learned(tmp_path):
    """A library in which a forgetful learner has reviewed for a year."""
    library = tmp_path / "learned.omena"
    copy_new_library(library)
    with Omena(library) as omena:
        deal = omena.deal("First words", "browse")
        events = forgetful(deal["cards"])
        # The last review of the first card stores the due date that its button showed.
        last = max(index for index, event in enumerate(events) if event["note"] == deal["cards"][0]["note"])
        events[last] |= {"due": NOW + 30 * DAY, "reviews": 11}
        send(omena, deal, events)
    return library


@pytest.mark.parametrize("is_served", [True, False])
def test_a_library_stores_parameters_that_predict_better(learned, is_served):
    before = memories(learned)
    due = due_dates(learned)
    omena = Omena(learned)
    if is_served:
        omena.start()

    tried = optimize(learned, "--dry-run")
    assert tried["kept"] is False
    assert tried["log_loss"]["after"] < tried["log_loss"]["before"]
    assert memories(learned) == before

    fit = optimize(learned)
    assert fit["kept"] is True
    assert fit["reviews"] == tried["reviews"] == 12 * fit["cards"] > 1000
    assert fit["parameters"] == tried["parameters"] and fit["log_loss"] == tried["log_loss"]
    after = memories(learned)
    assert after.keys() == before.keys() and len(after) == fit["cards"]
    changed = [card for card in after if after[card] != before[card]]
    assert len(changed) == len(after)

    # Optimising again finds nothing better.
    again = optimize(learned)
    assert again["kept"] is False
    assert again["parameters"] == fit["parameters"]
    assert again["log_loss"]["before"] == fit["log_loss"]["after"]

    due_as_shown = [card for card, moment in due.items() if moment == NOW + 30 * DAY]
    assert len(due_as_shown) == 1
    assert due_dates(learned)[due_as_shown[0]] == due[due_as_shown[0]]
    if is_served:
        assert omena.stop() == 0


@pytest.mark.parametrize("is_served", [True, False])
def test_the_page_of_the_scheduler_reports_what_the_command_fitted(learned, is_served):
    if is_served:
        with Omena(learned):
            fit = optimize(learned)
    else:
        fit = optimize(learned)
    with Omena(learned) as omena:
        page = omena.get("/statistics/scheduler")[2].decode()

        assert f"to {fit['reviews']:,} reviews." in page and "defaults that suit most learners" not in page
        (undo,) = re.findall(r'name="id" value="(\d+)"', page)
        assert f"Fitted the scheduler to {fit['reviews']:,} reviews" in omena.get("/history")[2].decode()
        omena.post_form("/undo", id=undo, back="/statistics/scheduler")
        assert "The fit was undone" in omena.get("/statistics/scheduler")[2].decode()


def test_serving_a_library_does_not_change_the_result(learned):
    alone = optimize(learned, "--dry-run"), memories(learned)
    with Omena(learned):
        served = optimize(learned, "--dry-run"), memories(learned)

    for fit, _ in (alone, served):
        del fit["seconds"]
    assert served == alone


def test_only_reviews_that_count_are_used(tmp_path):
    library = tmp_path / "a.omena"
    copy_new_library(library)
    with Omena(library) as omena:
        deal = omena.deal("First words", "browse")
        first, second = deal["cards"][:2]
        events = [
            review(1, first, "good", NOW - 20 * DAY),
            review(2, first, "again", NOW - 10 * DAY),
            {**review(3, first, None, NOW - 9 * DAY), "kind": "retraction", "of": "2"},
            {**review(4, first, "again", NOW - 8 * DAY, mode="learn"), "kind": "practice"},
            review(5, second, "easy", NOW - 5 * DAY, mode="quiz"),
        ]
        send(omena, deal, events)
        assert optimize(library)["reviews"] == 2

    expected = {f"{first['note']}/{first['face']}": 2.3065, f"{second['note']}/{second['face']}": 8.2956}
    assert {card: memory[0] for card, memory in memories(library).items()} == expected


def test_the_text_says_whether_the_parameters_are_in_use(learned):
    tried = run("optimize", learned, "--dry-run")
    assert tried.returncode == 0 and "nothing was changed" in tried.stdout
    kept = run("optimize", learned)
    assert kept.returncode == 0 and "and are now in use" in kept.stdout
    again = run("optimize", learned)
    assert again.returncode == 0 and "which stay" in again.stdout


@pytest.mark.parametrize("is_served", [True, False])
def test_a_library_without_reviews_is_refused(tmp_path, is_served):
    library = tmp_path / "new.omena"
    copy_new_library(library)
    omena = Omena(library).start()
    if not is_served:
        omena.stop()

    result = run("optimize", library)

    assert result.returncode == 1 and result.stdout == ""
    assert "no reviews" in result.stderr and result.stderr.count("\n") == 1
    assert memories(library) == {}
    if is_served:
        omena.stop()


@pytest.mark.parametrize("command", ["optimize", "memory"])
def test_no_library_is_created(tmp_path, command):
    result = run(command, tmp_path / "none.omena")

    assert result.returncode == 1
    assert "there is no library at" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["/review-log", "/memories", "/parameters"])
def test_browsers_cannot_read_the_log(omena, path):
    assert omena.get(path)[0] == 404


def test_browsers_cannot_change_the_parameters(omena):
    headers = {"Content-Type": "application/json"}
    assert omena.request("POST", "/parameters", '{"parameters":[]}', headers)[0] == 404
