"""The statistics of a collection, compared with those that the real Anki computes of it."""

import json
import os
import random
import subprocess
import time
from datetime import UTC, datetime, timedelta

import pytest
from anki.collection import Collection

from collections_of_anki import DAY, add, export
from serving import BINARY, copy_new_library

# What Anki calls an entry of the log.
LEARNING, REVIEW, RELEARNING, CRAMMED = range(4)
# What it calls the state of a card; cards in review are in a queue of the same number.
CARD_LEARNING, CARD_REVIEW, CARD_RELEARNING = 1, 2, 3


@pytest.fixture(autouse=True)
def utc(monkeypatch):
    """Anki counts all days by today's offset from UTC, Omena each by that of its answer; here they are the same."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def study(collection, card, number, chance, day):
    """Answers a card from a day before today until its next date lies in the future, and writes its log as Anki does."""
    rows, ivl, last, kind = [], 0, 0, LEARNING
    day_start = (collection.sched.day_cutoff - DAY) * 1000

    def answer(ease, next_ivl, kind, factor=300, minute=0):
        nonlocal last
        moment = day_start - day * DAY * 1000 + (60 * 6 + minute) * 60_000 + number * 300 + len(rows)
        rows.append((moment, card.id, -1, ease, next_ivl, last, factor, chance.randrange(1_000, 50_000), kind))
        last = next_ivl

    answer(chance.choice([1, 2, 3]), -600, LEARNING)
    ivl = chance.choice([1, 2, 4])
    answer(3, ivl, LEARNING, minute=11)
    state = {"type": CARD_REVIEW, "lapses": 0}
    while True:
        late = chance.choice([0, 0, 0, 1, 3])
        if day - ivl - late < 0:
            break
        day -= ivl + late
        if chance.random() < 0.1:
            # Cramming before the review, which moves no schedule.
            rows.append((day_start - day * DAY * 1000 + 60_000 + number * 300 + len(rows), card.id, -1, 3, ivl, last, 0, 2_000, CRAMMED))
        if chance.random() < 0.2:
            answer(1, -600, REVIEW)
            state["lapses"] += 1
            if chance.random() < 0.2:
                state["type"] = CARD_RELEARNING
                break
            ivl = max(ivl // 3, 1)
            answer(3, ivl, RELEARNING, minute=12)
        else:
            ivl = min(int(ivl * chance.uniform(1.6, 3)) + 1, 300)
            answer(chance.choice([2, 3, 3, 3, 4]), ivl, REVIEW)
    collection.db.executemany("INSERT INTO revlog VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    memory = {"s": round(chance.uniform(0.5, 200), 2), "d": round(chance.uniform(1, 10), 1), "dr": 0.9, "lrt": rows[-1][0] // 1000}
    relearning = state["type"] == CARD_RELEARNING
    collection.db.execute(
        "UPDATE cards SET type = ?, queue = ?, due = ?, ivl = ?, factor = 2500, reps = ?, lapses = ?, left = ?, data = ? WHERE id = ?",
        state["type"], CARD_LEARNING if relearning else CARD_REVIEW,
        rows[-1][0] // 1000 + 600 if relearning else collection.sched.today - day + ivl,
        ivl, len(rows), state["lapses"], 1001 if relearning else 0, json.dumps(memory), card.id,
    )


def build(path):
    chance = random.Random(11)
    collection = Collection(str(path))
    collection.set_config("fsrs", True)
    for number in range(150):
        card = add(collection, "Basic", "Words" if number % 3 else "Words::Inside", f"front {number}", "back").cards()[0]
        if number % 10:
            study(collection, card, number, chance, chance.randrange(1, 420))
    cards = collection.find_cards("is:review")
    collection.sched.suspend_cards(cards[:4])
    collection.sched.bury_cards(cards[4:7], manual=True)
    return collection


def asking_both(collection, folder):
    """Imports a collection; returns what Anki says of a search, and what Omena says of the same cards."""
    package, library = folder / "first.apkg", folder / "library.omena"
    export(collection, package)
    copy_new_library(library)
    subprocess.run([str(BINARY), "import", str(package), "--library", str(library)], check=True, capture_output=True)

    def anki(search):
        return collection._backend.graphs(search=search, days=0)

    def omena(*options):
        result = subprocess.run(
            [str(BINARY), "stats", "--library", str(library), "--json", *options],
            capture_output=True, text=True, env={**os.environ, "TZ": "UTC"},
        )
        assert result.returncode == 0, result
        return json.loads(result.stdout)

    return anki, omena


@pytest.fixture
def both(tmp_path):
    collection = build(tmp_path / "first.anki2")
    yield asking_both(collection, tmp_path)
    collection.close()


@pytest.mark.parametrize(("search", "options"), [("deck:Words", ["--deck", "Words"]), ("deck:Words::Inside", ["--search", "deck:Words::Inside"])])
def test_reviews_grades_and_states_are_those_of_anki(both, search, options):
    anki, omena = both
    graphs, stats = anki(search), omena("--range", "all", *options)

    # Crammed cards are practice.
    days = {day["day"]: (day["reviews"], day["practice"]) for day in stats["days"]}
    today = datetime.fromisoformat(stats["today"])
    expected = {
        (today + timedelta(days=day)).date().isoformat(): (count.learn + count.relearn + count.young + count.mature, count.filtered)
        for day, count in graphs.reviews.count.items()
    }
    assert days == expected and len(days) > 30

    assert_times(stats, graphs, today)
    # Anki counts crammed cards as learning.
    buttons = graphs.buttons.all_time
    assert stats["grades"]["young"] == list(buttons.young)
    assert stats["grades"]["mature"] == list(buttons.mature)
    learning = sum(buttons.learning) - sum(count.filtered for count in graphs.reviews.count.values())
    assert sum(stats["grades"]["learning"]) == learning

    counts = graphs.card_counts.excluding_inactive
    assert stats["states"] == {
        "new": counts.newCards, "learning": counts.learn, "relearning": counts.relearn, "young": counts.young,
        "mature": counts.mature, "suspended": counts.suspended, "buried": counts.buried,
    }
    assert min(stats["states"][state] for state in ("new", "young", "mature")) > 0


def assert_times(stats, graphs, today):
    for day in stats["days"]:
        number = (datetime.fromisoformat(day["day"]) - today).days
        time = graphs.reviews.time[number]
        assert day["minutes"] == pytest.approx((time.learn + time.relearn + time.young + time.mature + time.filtered) / 60_000, abs=0.01)


@pytest.mark.parametrize(("range", "period"), [("30", "month"), ("year", "year"), ("all", "all_time")])
def test_true_retention_is_that_of_anki(both, range, period):
    anki, omena = both
    found = getattr(anki("deck:Words").true_retention, period)
    passed = found.young_passed + found.mature_passed

    assert omena("--range", range, "--deck", "Words")["retention"] == {
        "recalled": passed, "of": passed + found.young_failed + found.mature_failed,
    }
    assert passed > 10


def test_second_and_early_reviews_are_counted_otherwise_than_by_anki(tmp_path):
    """Omena counts the first review of a card on a day for retention, Anki all of them. Omena counts an early review, which moves
    the schedule, by the card's interval, Anki like a crammed card: as filtered, and its grade as learning."""
    collection = Collection(str(tmp_path / "first.anki2"))
    start = (collection.sched.day_cutoff - DAY) * 1000
    for number in range(12):
        card = add(collection, "Basic", "Words", f"front {number}", "back").cards()[0]
        interval = 30 if number % 2 else 10
        rows = [(90, 60, 3, 1, -600, LEARNING), (89, 60, 3, interval, 1, REVIEW)]
        if number < 3:
            # Twice on one day.
            rows += [(50, 60, 3, interval, interval, REVIEW), (50, 90, 1, interval, interval, REVIEW)]
        elif number < 8:
            # Long before it was due, in a filtered deck that reschedules.
            rows += [(85, 60, 1 if number == 3 else 3, interval, interval, CRAMMED)]
        collection.db.executemany(
            "INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, 300, 5000, ?)",
            [(start - day * DAY * 1000 + minute * 60_000 + number, card.id, *row) for day, minute, *row in rows],
        )
        collection.db.execute(
            "UPDATE cards SET type = 2, queue = 2, due = ?, ivl = ?, factor = 2500, reps = ?, data = ? WHERE id = ?",
            collection.sched.today + 5, interval, len(rows), json.dumps({"s": 20, "d": 5, "lrt": start // 1000 - 50 * DAY}), card.id,
        )
    anki, omena = asking_both(collection, tmp_path)
    graphs, stats = anki("deck:Words"), omena("--range", "all", "--deck", "Words")
    collection.close()

    found = graphs.true_retention.all_time
    passed, failed = found.young_passed + found.mature_passed, found.young_failed + found.mature_failed
    second, early = 3, 5
    assert stats["retention"] == {"recalled": passed, "of": passed + failed - second}
    counts = graphs.reviews.count.values()
    assert sum(count.filtered for count in counts) == early
    days = stats["days"]
    assert sum(day["practice"] for day in days) == 0
    assert sum(day["young"] + day["mature"] for day in days) == sum(count.young + count.mature for count in counts) + early
    buttons, grades = graphs.buttons.all_time, stats["grades"]
    assert (sum(grades["learning"]), sum(grades["young"] + grades["mature"])) == (
        sum(buttons.learning) - early, sum(buttons.young) + sum(buttons.mature) + early
    )
    assert grades["young"] != list(buttons.young) and grades["mature"] != list(buttons.mature)


def test_intervals_and_memories_are_those_of_anki(both):
    anki, omena = both
    # Omena leaves suspended cards out, because they do not come back.
    graphs, stats = anki("deck:Words -is:suspended"), omena("--deck", "Words")

    def counts(name):
        return {count["value"]: count["cards"] for count in stats[name]}

    assert counts("intervals") == dict(graphs.intervals.intervals)
    assert counts("stability") == dict(graphs.stability.intervals)
    assert counts("difficulty") == dict(graphs.difficulty.eases)
    assert len(counts("intervals")) > 10


def test_days_are_those_of_the_clock_at_that_time(both):
    _, omena = both
    today = omena()["today"]

    assert today in {(datetime.now(UTC) - timedelta(hours=4, days=days)).date().isoformat() for days in (0, -1)}
