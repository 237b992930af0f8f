"""Counts the instructions of answers under Valgrind, and those that update the tallies, and prints by how much tallies make an answer dearer.

An answer is everything between its arrival at the library and its receipt: the whole transaction, without HTTP and without waiting for
the disk, which would make the share of tallies smaller. All other work of tallies is a trigger on cards that change their deck, which
answers do not.
"""

import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / name) for name in ("Tests", "Tests/Browser", "Benchmarks/exchange")]
from compare import verdict  # noqa: E402
from histories import study  # noqa: E402
from serving import Omena, practice  # noqa: E402

ANSWERS = 200
# FSRS-6's default parameters, as if they had been fitted.
PARAMETERS = (
    "[0.212,1.2931,2.3065,8.2956,6.4133,0.8334,3.0194,0.001,1.8722,0.1666,0.796,"
    "1.4835,0.0614,0.2629,1.6483,0.6014,1.8729,0.5425,0.0912,0.0658,0.1542]"
)
# Mangled names of `AnswerQueue.record(_:by:)`, `Writer.countAddedAnswers(to:in:_:)` and `Writer.updateTallies()`.
ANSWER, TALLIES = "11AnswerQueueC6record_2by", ("6WriterV17countAddedAnswers", "6WriterV13updateTallies")


class Profiled(Omena):
    """A served library whose instructions are counted once that is turned on."""

    def command(self):
        self.profile = self.library.with_suffix(".callgrind")
        options = ["--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={self.profile}"]
        return ["valgrind", "--quiet", *options, *super().command()]

    def count(self, is_counting):
        subprocess.run(
            ["callgrind_control", "-i", "on" if is_counting else "off", str(self.process.pid)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )


def inclusive(profile):
    """The instructions of each function with all that it calls, by mangled name."""
    report = subprocess.run(
        ["callgrind_annotate", "--inclusive=yes", "--threshold=100", "--auto=no", profile], check=True, capture_output=True, text=True
    ).stdout
    return [(int(count.replace(",", "")), name) for count, name in re.findall(r"^ *([\d,]+) (?:\([ \d.]+%\) )? *(\S+)", report, re.M)]


def cost(functions, name):
    """That of the outermost function of a name, which closures and specialisations contain as well."""
    found = [count for count, function in functions if name in function]
    if not found:
        sys.exit(f"answers.py: no function in the profile is named {name}")
    return max(found)


def main():
    with tempfile.TemporaryDirectory() as folder:
        library = pathlib.Path(folder) / "library.omena"
        with Omena(library) as omena:
            study(omena)
            headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": omena.url}
            assert omena.request("POST", "/settings", "introduces=off", headers)[0] == 303
        # As learners have them after some time; each review reads both.
        with sqlite3.connect(library) as database:
            database.execute("INSERT INTO setting (key, value) VALUES ('parameters', ?)", (PARAMETERS,))
        database.close()
        omena = Profiled(library).start()
        deal = omena.deal("First words")
        for number in range(ANSWERS + 20):
            # The first answers prepare statements.
            if number == 20:
                omena.count(True)
            card = deal["cards"][number % len(deal["cards"])]
            status, answer = omena.post_reviews(deal, [practice(card, kind="review", mode="review", due=None, reviews=None)])
            assert status == 200 and answer["results"][0]["outcome"] == "stored", answer
        omena.count(False)
        omena.stop()
        functions = inclusive(omena.profile)
    answers, tallies = cost(functions, ANSWER), sum(cost(functions, name) for name in TALLIES)
    print(f"{ANSWERS} reviews: {answers // ANSWERS:,} instructions each, of which tallies take {tallies // ANSWERS:,}")
    verdict("instructions of an answer, percent more than without tallies", 100 * tallies / (answers - tallies), 10, at_least=False)


main()
