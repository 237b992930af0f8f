"""Runs one peer on one log in a separate process, so that its peak memory can be measured; prints JSON.

Usage: peers.py LOG.csv TASK [SMALL.csv], where TASK is memory, evaluate, fit-cards, fit-plain or py-memory. A fit to the
small log comes first, so that the memory of the code, including that of the measurement, is not counted.
"""

import json
import pathlib
import re
import sys
import time
from datetime import datetime, timezone

from judge import Log


def seconds(action, repetitions):
    times, result = [], None
    for _ in range(repetitions):
        started = time.perf_counter()
        result = action()
        times.append(time.perf_counter() - started)
    return times, result


class ResidentMemory:
    """The memory that this process holds, in MiB, as counted by the kernel."""

    @staticmethod
    def reset_peak():
        pathlib.Path("/proc/self/clear_refs").write_text("5")

    @staticmethod
    def field(name):
        status = pathlib.Path("/proc/self/status").read_text()
        return int(re.search(name + r":\s+(\d+) kB", status)[1]) / 1024


def items_of(log, rs):
    """Training items as Anki builds them (a card's reviews up to each predicted one, in chronological order), and their cards."""
    cards = [[] for _ in log.ids]
    items, owners = [], []
    for card, grade, gap in zip(log.card.tolist(), log.grade.tolist(), log.gap.tolist()):
        cards[card].append(rs.FSRSReview(grade, gap))
        if gap > 0:
            items.append(rs.FSRSItem(cards[card]))
            owners.append(card)
    return items, owners


def rust(path, task, small):
    import fsrs_rs_python as rs

    engine = rs.FSRS(rs.DEFAULT_PARAMETERS)

    def fit(items, owners):
        return engine.compute_parameters(items, **({"card_ids": owners} if task == "fit-cards" else {}))

    if task.startswith("fit"):
        fit(*items_of(Log(small), rs))
        ResidentMemory.reset_peak()
        ResidentMemory.field("VmHWM")
    log = Log(path)
    repetitions = min(7, 3_000_000 // len(log))
    if task == "memory":
        cards = [[] for _ in log.ids]
        for card, grade, gap in zip(log.card.tolist(), log.grade.tolist(), log.gap.tolist()):
            cards[card].append(rs.FSRSReview(grade, gap))
        items = [rs.FSRSItem(card) for card in cards]
        times, states = seconds(lambda: engine.memory_state_batch(items), max(1, repetitions))
        sample = {int(log.ids[k]): [states[k].stability, states[k].difficulty] for k in range(0, len(items), 97)}
        return {"seconds": times, "states": sample}
    idle = ResidentMemory.field("VmRSS")
    items, owners = items_of(log, rs)
    if task == "evaluate":
        times, figures = seconds(lambda: engine.evaluate(items), max(1, repetitions))
        return {"seconds": times, "log_loss": figures.log_loss, "rmse_bins": figures.rmse_bins}
    ResidentMemory.reset_peak()
    before = ResidentMemory.field("VmRSS")
    first, parameters = seconds(lambda: fit(items, owners), 1)
    peak = ResidentMemory.field("VmHWM")
    times, _ = seconds(lambda: fit(items, owners), repetitions)
    return {
        "seconds": first + times,
        "fit": peak - before,
        "with_log": peak - idle,
        "parameters": parameters,
    }


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


path, task, *small = sys.argv[1:]
answer = python(path) if task == "py-memory" else rust(path, task, *small or [None])
answer["best"] = min(answer["seconds"])
print(json.dumps(answer))
