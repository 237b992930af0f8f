"""Gives a library the history of a learner."""

import random
import time

DAY = 86_400_000


def study(omena, days=365, seed=5):
    """Answers twenty starter cards over the last days, as a learner would who forgets one in eight; returns the cards."""
    chance = random.Random(seed)
    deal = omena.deal("First words", "learn")
    now = int(time.time() * 1000)
    events = []

    def answer(card, moment, **values):
        events.append(
            {
                "id": str((seed * 1_000 + days) * 10_000_000 + len(events) + 1), "note": card["note"], "face": card["face"],
                "moment": moment, "offset": 0, "duration": chance.randrange(1_000, 20_000), **values,
            }
        )

    for card in deal["cards"]:
        ago, interval = chance.randrange(days), 1
        while ago >= 0:
            moment = now - ago * DAY - chance.randrange(3_600_000)
            grade = "again" if chance.random() < 0.12 else chance.choice(["hard", "good", "good", "good", "easy"])
            answer(card, moment, kind="review", grade=grade, due=None, reviews=None, mode="review")
            if chance.random() < 0.1:
                answer(card, moment + 60_000, kind="practice", grade="good", mode=chance.choice(["learn", "race", "quiz"]))
            interval = 1 if grade == "again" else round(interval * 2.2) + 1
            ago -= interval
    for first in range(0, len(events), 1_000):
        status, answered = omena.post_reviews(deal, events[first : first + 1_000])
        assert status == 200
        assert {result["outcome"] for result in answered["results"]} == {"stored"}
    return deal["cards"]
