"""Writes down when cards are due in Anki and what their four buttons show; a process of its own, because it has its own time zone.

`buttons_of_anki.py build FOLDER` creates a collection of 1,000 cards in every state; `buttons_of_anki.py ask FOLDER NAME` writes
NAME.apkg, and NAME.json with Anki's answers. The time zone comes from TZ; with ANKI_TEST_MODE intervals do not vary.
"""

import json
import os
import random
import sys
import time
from pathlib import Path

assert os.environ.get("ANKI_TEST_MODE"), "intervals would vary"

from anki.collection import Collection

from collections_of_anki import DAY, export

# Days begin at noon, because in test mode Anki changes its clock around four in the morning.
ROLLOVER = 12
PARAMETERS = [
    0.31, 1.41, 2.55, 8.9, 6.3, 0.87, 2.9, 0.01, 1.8, 0.19, 0.82, 1.5, 0.07, 0.28, 1.6, 0.61, 1.9, 0.5, 0.11, 0.08, 0.16,
]
DECKS = {"Usual": 0.9, "Strict": 0.95, "Easy": 0.8}
# Of 1,000 cards: never answered, answered in Anki just now, learned before and answered again just now, learned before.
NEW, LEARNING, RELEARNING, REVIEW = 100, 200, 100, 600


def build(folder):
    chance = random.Random(7)
    collection = Collection(str(folder / "collection.anki2"))
    collection.set_config("fsrs", True)
    collection.set_config("rollover", ROLLOVER)
    # Anki counts no days before the collection was created.
    collection.db.execute("UPDATE col SET crt = crt - ?", 1000 * DAY)
    collection.close()
    collection = Collection(str(folder / "collection.anki2"))
    decks = []
    for name, retention in DECKS.items():
        deck = collection.decks.get(collection.decks.id(name))
        options = collection.decks.add_config(name)
        options["fsrsParams6"] = PARAMETERS
        options["desiredRetention"] = retention
        options["new"]["perDay"] = options["rev"]["perDay"] = 9999
        collection.decks.update_config(options)
        deck["conf"] = options["id"]
        collection.decks.save(deck)
        decks.append(deck["id"])
    cards = []
    for number in range(NEW + LEARNING + RELEARNING + REVIEW):
        note = collection.new_note(collection.models.by_name("Basic"))
        note.fields = [f"front {number}", "back"]
        collection.add_note(note, decks[number % len(decks)])
        cards.append(note.cards()[0].id)
    learning, learned = cards[NEW:NEW + LEARNING], cards[NEW + LEARNING:]
    for card in learned:
        learn(collection, card, chance)
    for card in learning + learned[:RELEARNING]:
        for _ in range(chance.randint(1, 3) if card in learning else 1):
            answered = collection.get_card(card)
            answered.start_timer()
            states = collection._backend.get_scheduling_states(card)
            grade = chance.randrange(4) if card in learning else 0
            collection.sched.answer_card(collection.sched.build_answer(card=answered, states=states, rating=grade))
    collection.fix_integrity()
    collection.close()


def learn(collection, card, chance):
    """Gives a card a log of several years, and the memory that Anki derives from it."""
    now = int(time.time())
    day = -chance.uniform(20, 700)
    interval = before = lapses = 0
    log = []
    for index in range(chance.randint(1, 9)):
        grade = 3 if index == 0 else chance.choices((1, 2, 3, 4), (15, 15, 60, 10))[0]
        interval, before = (1 if grade == 1 else max(1, round(interval * chance.uniform(1.1, 2.6))) + 1), interval
        lapses += grade == 1
        log.append((int((now + day * DAY) * 1000) + chance.randrange(1000), grade, interval, before, 1 if index else 0))
        if day + interval * 0.6 > -0.1:
            break
        day += interval * chance.uniform(0.6, 1.5)
        if day > -0.1:
            break
    for moment, grade, days, earlier, kind in log:
        while collection.db.scalar("SELECT 1 FROM revlog WHERE id = ?", moment):
            moment += 1
        collection.db.execute(
            "INSERT INTO revlog VALUES (?, ?, -1, ?, ?, ?, 300, 2000, ?)", moment, card, grade, days, earlier, kind
        )
        last = moment
    memory = collection.compute_memory_state(card)
    data = {"s": round(memory.stability, 4), "d": round(memory.difficulty, 3), "dr": 0.9, "decay": 0.16, "lrt": last // 1000}
    # The day of the last answer plus the interval.
    due = collection.sched.today - (collection.sched.day_cutoff - last // 1000) // DAY + log[-1][2]
    collection.db.execute(
        "UPDATE cards SET type = 2, queue = 2, due = ?, ivl = ?, factor = 2500, reps = ?, lapses = ?, data = ? WHERE id = ?",
        due, log[-1][2], len(log), lapses, json.dumps(data), card,
    )


def text(state):
    """What a button shows: `600s` or `3d`."""
    state = state.normal
    kind = state.WhichOneof("kind")
    if kind == "review":
        return f"{state.review.scheduled_days}d"
    return f"{(state.relearning.learning if kind == 'relearning' else state.learning).scheduled_secs}s"


def ask(folder, name):
    collection = Collection(str(folder / "collection.anki2"))
    export(collection, folder / f"{name}.apkg")
    answers = {}
    rows = collection.db.all(
        "SELECT c.id, n.guid, c.type, c.due, c.did, c.data FROM cards c JOIN notes n ON n.id = c.nid"
    )
    for card, guid, kind, due, deck, data in rows:
        states = collection._backend.get_scheduling_states(card)
        answers[guid] = dict(
            type=kind,
            due=due - collection.sched.today if kind == 2 else due,
            retention=DECKS[collection.decks.name(deck)],
            buttons=" ".join(text(getattr(states, grade)) for grade in ("again", "hard", "good", "easy")),
        )
    (folder / f"{name}.json").write_text(json.dumps(answers))
    collection.close()


if sys.argv[1] == "build":
    build(Path(sys.argv[2]))
else:
    ask(Path(sys.argv[2]), sys.argv[3])
