"""A thousand cards from Anki: the day on which each is due, and what its four buttons show, are what Anki shows."""

import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

# Anki varies no interval then.
os.environ["ANKI_TEST_MODE"] = "1"

from anki.collection import Collection

sys.path.insert(0, str(Path(__file__).parent.parent))

from collections_of_anki import add, export, set_card
from serving import BINARY, ROOT, Omena

DAY = 86_400
CARDS = 1_000


@pytest.fixture(scope="module")
def buttons():
    """Omena's engine without variation."""
    # NB: Its own folder may be in use by whoever runs this.
    subprocess.run(["swift", "build", "--product", "Agreement"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return ROOT / ".build/debug/Agreement"


def build(path, rollover):
    """Cards of every kind, some with a log that comes to what Anki remembers, some with none."""
    chance = random.Random(9)
    collection = Collection(str(path))
    collection.set_config("fsrs", True)
    collection.set_config("rollover", rollover)
    collection.close(downgrade=False)
    collection = Collection(str(path))
    now, today = int(time.time()), collection.sched.today
    for number in range(CARDS):
        card = add(collection, "Basic", "Words", f"word {number}", "x").cards()[0]
        kind = chance.choices(["new", "learning", "relearning", "review", "told"], [1, 2, 2, 6, 4])[0]
        if kind == "new":
            continue
        ago = chance.choice([0, 1, chance.randrange(2, 30), chance.randrange(30, 700)])
        last = now - ago * DAY - chance.randrange(60, 20_000)
        interval = chance.choice([1, 2, 3, chance.randrange(4, 60), chance.randrange(60, 2_000)])
        data = {"s": round(interval * chance.uniform(0.8, 1.3), 4), "d": round(chance.uniform(1, 10), 3), "lrt": last}
        values = dict(type=2, queue=2, ivl=interval, factor=2500, reps=7, lapses=1, due=today - ago + interval)
        if kind == "learning":
            left = chance.choice([1, 2])
            data |= {"s": round(chance.uniform(0.2, 2.4), 4)}
            values |= dict(type=1, queue=1, ivl=0, factor=0, reps=1, lapses=0, left=left, due=now + chance.randrange(-600, 600))
        elif kind == "relearning":
            values |= dict(type=3, queue=1, left=1, due=now + chance.randrange(-600, 600))
        elif kind == "told":
            days, moment, before = 0, last - sum(range(4)) * 7 * DAY, 0
            for review in range(4):
                ease = 3 if review == 0 else chance.choice([2, 3, 3, 4])
                days = 7 * (review + 1) if review < 3 else interval
                entry = (moment * 1000 + number, card.id, -1, ease, days, before, 0, 2000, 1 if review else 0)
                collection.db.execute("INSERT INTO revlog VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", *entry)
                moment, before = moment + days * DAY, days
            moment -= days * DAY
            told = collection.compute_memory_state(card.id)
            data = {"s": round(told.stability, 4), "d": round(told.difficulty, 3), "lrt": moment}
            values |= dict(reps=4, lapses=0)
        set_card(collection, card, **values, data=json.dumps(data | {"dr": 0.9, "decay": 0.1542}))
    return collection


def shown(collection, card):
    """What Anki's buttons show: seconds or days."""
    states = collection._backend.get_scheduling_states(card)
    left = collection.sched.day_cutoff - int(time.time())
    found = []
    for state in (states.again, states.hard, states.good, states.easy):
        normal = state.normal
        kind = normal.WhichOneof("kind")
        if kind == "review":
            found.append(("d", normal.review.scheduled_days))
        else:
            learning = normal.relearning.learning if kind == "relearning" else normal.learning
            # A step that leads into another day is over when that day begins.
            found.append(("s", min(learning.scheduled_secs, max(left, 0)) if learning.scheduled_secs < DAY else learning.scheduled_secs))
    return found


@pytest.mark.parametrize("side", ["after", "before"])
def test_a_thousand_cards_are_due_and_go_on_as_in_anki(tmp_path, buttons, side):
    # A day that began within the hour, and one that ends within the hour.
    rollover = (time.localtime().tm_hour + (side == "before")) % 24
    collection = build(tmp_path / "first.anki2", rollover)
    export(collection, tmp_path / "first.apkg")
    library = tmp_path / "library.omena"
    with Omena(library) as omena:
        omena.post_form("/settings", rollover=rollover)
    run = subprocess.run([BINARY, "import", tmp_path / "first.apkg", "--library", library], capture_output=True, text=True)
    assert run.returncode == 0, run

    database = sqlite3.connect(f"file:{library}?mode=ro", uri=True)
    rows = database.execute(
        "SELECT note.guid, stage, step, stability, difficulty, due, interval, reviews, lapses, last_review, last_day"
        " FROM card JOIN note ON note.id = card.note WHERE note.guid NOT LIKE 'starter%'"
    ).fetchall()
    database.close()
    offset = time.localtime().tm_gmtoff // 60
    moment = int(time.time() * 1000)
    lines = [" ".join("-" if value is None else str(value) for value in [*row[1:], moment, offset, rollover]) for row in rows]
    output = subprocess.run([buttons, "buttons"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout
    ids = dict(collection.db.all("SELECT n.guid, c.id FROM cards c JOIN notes n ON n.id = c.nid"))
    today, cutoff = collection.sched.today, collection.sched.day_cutoff
    unlike = []
    assert len(rows) == CARDS
    for row, line in zip(rows, output.splitlines(), strict=True):
        card = collection.get_card(ids[row[0]])
        if card.type == 2 and (row[5] // 1000 - (cutoff - DAY)) // DAY != card.due - today:
            unlike.append((row, "due", card.due - today))
        if card.type in (1, 3) and row[5] // 1000 != card.due:
            unlike.append((row, "due", card.due))
        theirs = shown(collection, card.id)
        ours = [(text[-1], int(text[:-1])) for text in line.split()]
        for one, other in zip(ours, theirs, strict=True):
            # The clock goes on while they are asked.
            if one[0] != other[0] or abs(one[1] - other[1]) > (30 if one[0] == "s" else 0):
                unlike.append((row, ours, theirs))
                break
    collection.close()
    assert not unlike, f"{len(unlike)} of {CARDS} differ, first {unlike[:3]}"
