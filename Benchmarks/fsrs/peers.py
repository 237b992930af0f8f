"""One peer on one log in a process of its own, so that its peak memory is its own; prints JSON.

Usage: peers.py LOG.csv TASK, where TASK is memory, evaluate, fit-cards, fit-plain or py-memory.
"""

import json
import pathlib
import re
import sys
import time
from datetime import datetime, timezone

from judge import Log


def seconds(action, repetitions):
    times = []
    for _ in range(repetitions):
        started = time.perf_counter()
        result = action()
        times.append(time.perf_counter() - started)
    return times, result


class Memory:
    """How much memory the process took from here on, at most, in MiB."""

    def __init__(self):
        pathlib.Path("/proc/self/clear_refs").write_text("5")  # forgets the peak so far
        self.before = self._field("VmRSS")

    def peak(self):
        return self._field("VmHWM") - self.before

    @staticmethod
    def _field(name):
        status = pathlib.Path("/proc/self/status").read_text()
        return int(re.search(name + r":\s+(\d+) kB", status)[1]) / 1024


def items_of(log, rs):
    """As Anki builds them: a card's reviews up to each that is predicted, in order of time; and whose they are."""
    cards = [[] for _ in log.ids]
    items, owners = [], []
    for card, grade, gap in zip(log.card.tolist(), log.grade.tolist(), log.gap.tolist()):
        cards[card].append(rs.FSRSReview(grade, gap))
        if gap > 0:
            items.append(rs.FSRSItem(cards[card]))
            owners.append(card)
    return items, owners


def rust(path, task):
    import fsrs_rs_python as rs

    log = Log(path)
    memory = Memory()
    engine = rs.FSRS(rs.DEFAULT_PARAMETERS)
    repetitions = max(1, min(7, 3_000_000 // len(log)))
    if task == "memory":
        cards = [[] for _ in log.ids]
        for card, grade, gap in zip(log.card.tolist(), log.grade.tolist(), log.gap.tolist()):
            cards[card].append(rs.FSRSReview(grade, gap))
        items = [rs.FSRSItem(card) for card in cards]
        times, states = seconds(lambda: engine.memory_state_batch(items), repetitions)
        sample = {int(log.ids[k]): [states[k].stability, states[k].difficulty] for k in range(0, len(items), 97)}
        return {"seconds": times, "peak": memory.peak(), "states": sample}
    items, owners = items_of(log, rs)
    if task == "evaluate":
        times, figures = seconds(lambda: engine.evaluate(items), repetitions)
        return {"seconds": times, "log_loss": figures.log_loss, "rmse_bins": figures.rmse_bins}
    options = {"card_ids": owners} if task == "fit-cards" else {}
    times, parameters = seconds(lambda: engine.compute_parameters(items, **options), repetitions)
    return {"seconds": times, "peak": memory.peak(), "parameters": parameters}


def python(path):
    import fsrs

    log = Log(path)
    scheduler = fsrs.Scheduler(enable_fuzzing=False)
    moments = [datetime.fromtimestamp(moment / 1000, timezone.utc) for moment in log.moment.tolist()]
    ratings = [fsrs.Rating(grade) for grade in log.grade.tolist()]

    def run():
        cards = {}
        for card, rating, moment in zip(log.card.tolist(), ratings, moments):
            known = cards.get(card) or fsrs.Card(card_id=card + 1)
            cards[card], _ = scheduler.review_card(known, rating, moment)

    return {"seconds": seconds(run, 1)[0]}


path, task = sys.argv[1:]
answer = python(path) if task == "py-memory" else rust(path, task)
answer["best"] = min(answer["seconds"])
print(json.dumps(answer))
