"""Answers cards, and drags one in Chromium, in turns while the scheduler is fitted to 100,000 reviews and while it is not."""

import contextlib
import json
import multiprocessing
import pathlib
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / name) for name in ("Tests", "Tests/Browser", "Benchmarks/exchange", "Benchmarks/frames")]
from compare import verdict  # noqa: E402
from devices import PHONE  # noqa: E402
from frames import count, gesture, trace  # noqa: E402
from serving import BINARY, Omena, practice  # noqa: E402
from table import Table  # noqa: E402

CARDS, REVIEWS, BATCH = 2_000, 100_000, 500
DAY = 86_400_000
DECK = "Words"
# How long answers are given in each turn, and the pause after each, in seconds.
SECONDS, PAUSE = 6, 0.003


def study_for_years(omena):
    """Starts with a library of cards, and gives reviews of several years: intervals double, and one review in eight finds a card forgotten."""
    chance = random.Random(6636)
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as table:
        table.write("".join(f"word {number},wort {number}\n" for number in range(CARDS)))
        table.flush()
        imported = [BINARY, "import", table.name, "--deck", DECK, "--library", omena.library]
        subprocess.run(imported, check=True, stdout=subprocess.DEVNULL)
    omena.start()
    omena.post_form("/statistics/scheduler", do="automatic")
    library = sqlite3.connect(f"file:{omena.library}?mode=ro", uri=True)
    notes = library.execute("SELECT note.id FROM note JOIN deck ON deck.id = deck WHERE name = ?", [DECK]).fetchall()
    library.close()
    now = int(time.time() * 1_000)
    events = []
    for (note,) in notes:
        days, interval = [chance.uniform(0, 30)], 1.0
        while len(days) < REVIEWS / len(notes):
            interval = 1 if chance.random() < 0.125 else min(interval * 2 + chance.random(), 60)
            days.append(days[-1] + interval)
        # The last one was yesterday or before, whatever the intervals were.
        end = days[-1] + chance.uniform(1, 30)
        for before, day in zip([None, *days], days):
            forgotten = before is not None and day - before < 2 and chance.random() < 0.6
            grade = "again" if forgotten else chance.choices(("hard", "good", "easy"), (15, 75, 10))[0]
            moment = now - round((end - day) * DAY)
            events.append((moment, {"note": str(note), "face": "1", "grade": grade, "moment": moment}))
    events.sort(key=lambda pair: pair[0])
    deal = omena.deal(DECK)
    for start in range(0, len(events), BATCH):
        batch = [
            practice(event, event["grade"], kind="review", mode="review", moment=event["moment"], id=str(event["moment"] << 21 | number))
            for number, (_, event) in enumerate(events[start : start + BATCH], start)
        ]
        status, answer = omena.post_reviews(deal, batch)
        assert status == 200 and all(result["outcome"] == "stored" for result in answer["results"])
    return len(events)


class Session:
    """Gives one answer after the other."""

    def __init__(self, omena):
        self.omena = omena
        self.deal = omena.deal(DECK)
        self.connection = omena.connect()

    def answer(self):
        """Answers one card; returns the milliseconds until it is stored."""
        event = practice(random.choice(self.deal["cards"]))
        body = json.dumps({"library": self.deal["library"], "epoch": self.deal["epoch"], "events": [event]})
        headers = {"Host": f"localhost:{self.omena.port}", "Content-Type": "application/json"}
        began = time.perf_counter()
        self.connection.request("POST", "/reviews", body, headers)
        answer = self.connection.getresponse().read()
        took = 1_000 * (time.perf_counter() - began)
        assert b'"stored"' in answer, answer
        return took

    def answers_for(self, seconds):
        end, times = time.monotonic() + seconds, []
        while time.monotonic() < end:
            times.append(self.answer())
            time.sleep(PAUSE)
        return times


def is_fitting(omena):
    return json.loads(omena.get("/statistics/scheduler/progress")[2])["share"] is not None


class Fits:
    """One fit after the other, as long as the context lasts; in a process of its own, because threads of Python wait for each other."""

    def __init__(self, omena):
        self.omena = omena
        self.started = multiprocessing.Value("i", 0)

    @property
    def count(self):
        return self.started.value

    def __enter__(self):
        self.is_over = multiprocessing.Event()
        self.process = multiprocessing.Process(target=self.run)
        self.start()
        self.process.start()

    def start(self):
        self.omena.post_form("/statistics/scheduler", do="fit")
        self.started.value += 1

    def run(self):
        while not self.is_over.wait(0.05):
            if not is_fitting(self.omena):
                self.start()

    def __exit__(self, *_):
        self.is_over.set()
        self.process.join()
        self.omena.post_form("/statistics/scheduler", do="stop")
        while is_fitting(self.omena):
            time.sleep(0.02)


def p99(times):
    return sorted(times)[len(times) * 99 // 100]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    alone, beside = [], []
    frames = {"alone": [0, 0], "beside a fit": [0, 0]}
    with tempfile.TemporaryDirectory() as folder:
        omena = Omena(pathlib.Path(folder) / "library.omena")
        print(f"{study_for_years(omena):,} reviews")
        session, fits = Session(omena), Fits(omena)
        session.answers_for(1)
        for _ in range(rounds):
            alone += session.answers_for(SECONDS)
            with fits:
                beside += session.answers_for(SECONDS)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"])
            table = Table(browser.new_context(**PHONE).new_page(), omena).learn(DECK)
            for turn in range(2 * rounds + 1):
                name = "beside a fit" if turn % 2 else "alone"
                with fits if turn % 2 else contextlib.nullcontext():
                    drawn, dropped, _ = count(trace(browser, table.page, lambda: gesture(table)))
                # The first drag warms up.
                if turn:
                    frames[name][0] += drawn
                    frames[name][1] += dropped
            browser.close()
        omena.stop()
    print(f"{len(alone):,} answers alone, {len(beside):,} beside fits, of which {fits.count} were started")
    print()
    print("| an answer, ms | median | p99 | worst |")
    print("|---|---:|---:|---:|")
    for name, times in (("alone", alone), ("beside a fit", beside)):
        print(f"| {name} | {statistics.median(times):.2f} | {p99(times):.2f} | {max(times):.2f} |")
    print()
    print("; ".join(f"{name}: {drawn} frames drawn, {dropped} dropped" for name, (drawn, dropped) in frames.items()))
    verdict("p99 of an answer beside a fit, times that alone", p99(beside) / p99(alone), 1.5, at_least=False)
    verdict("frames dropped beside a fit more than alone", frames["beside a fit"][1] - frames["alone"][1], 0, at_least=False)


main()
