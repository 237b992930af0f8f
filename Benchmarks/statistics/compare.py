"""Asks Anki for its graphs and Omena for its statistics of the same collection in turn, and prints how many times faster Omena is."""

import http.client
import json
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / name) for name in ("Benchmarks/exchange", "Benchmarks/learners")]

from compare import both, verdict  # noqa: E402
from measure import wait_until_idle  # noqa: E402

# What is asked: the search in Anki, the days in Anki, and the query of Omena's address.
SCOPES = {
    "all, a year": ("", 365, "range=year"),
    "all, ever": ("", 0, "range=all"),
    "one deck, a year": ("deck:Bench::Deck03", 365, f"range=year&deck={quote('Bench::Deck03')}"),
    "a search, a year": ("tag:topic::07", 365, f"range=year&query={quote('tag:topic::07')}"),
}


class Server:
    """`omena serve` with a library."""

    def __init__(self, binary, library):
        self.process = subprocess.Popen(
            [binary, "serve", "--library", library, "--port", "0", "--no-open"], stdout=subprocess.PIPE, text=True
        )
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1].strip(" /\n."))
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port)
        self.answers = 0

    def get(self, path):
        """Milliseconds until the last byte of the answer."""
        start = time.perf_counter()
        self.connection.request("GET", path, headers={"Host": f"localhost:{self.port}"})
        response = self.connection.getresponse()
        response.read()
        assert response.status == 200, (path, response.status)
        return 1_000 * (time.perf_counter() - start)

    def rest(self):
        """Waits until the server has done what it does by itself after an import: it indexes the notes, computes what was known before,
        and makes and tests a backup, for which it reads and writes all of the library several times, on one of the processors."""
        wait_until_idle(self.process.pid)
        # The server has closed it, if it took long.
        self.connection.close()

    def begin(self):
        """Finds a card to answer."""
        self.connection.request("GET", "/study/learn?deck=First%20questions", headers={"Host": f"localhost:{self.port}"})
        page = self.connection.getresponse().read().decode()
        self.deal = json.loads(page.split('id="deal">', 1)[1].split("</script>", 1)[0])

    def answer(self):
        """Answers a card, so that nothing computed before is still valid."""
        card = self.deal["cards"][0]
        self.answers += 1
        event = {
            "id": str(time.time_ns() + self.answers), "kind": "practice", "note": card["note"], "face": card["face"], "grade": "good",
            "moment": int(time.time() * 1_000), "offset": 0, "duration": 900, "mode": "learn",
        }
        batch = {"library": self.deal["library"], "epoch": self.deal["epoch"], "events": [event]}
        headers = {"Host": f"localhost:{self.port}", "Content-Type": "application/json"}
        self.connection.request("POST", "/reviews", json.dumps(batch), headers)
        assert b'"stored"' in self.connection.getresponse().read()

    def paints(self, path, slowdowns, rounds):
        """Milliseconds from a request to the first paint in Chromium, by how many times the processor is slowed down."""
        site = f"http://localhost:{self.port}"
        painter = subprocess.Popen(
            [ROOT / ".venv/bin/python", Path(__file__).with_name("paint.py"), site + path, site + "/help"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        times = {slowdown: [] for slowdown in slowdowns}
        for turn in range(rounds + 1):
            for slowdown, some in times.items():
                self.answer()
                print(slowdown, file=painter.stdin, flush=True)
                took = float(painter.stdout.readline())
                if turn:
                    some.append(took)
        painter.stdin.close()
        painter.wait()
        return {slowdown: statistics.median(some) for slowdown, some in times.items()}

    def stop(self):
        self.process.terminate()
        self.process.wait()


def timed(body):
    start = time.perf_counter()
    body()
    return 1_000 * (time.perf_counter() - start)


def counting_anew(binary, library):
    """Seconds by which opening a library takes longer if its answers have to be counted."""
    def stats():
        subprocess.run([binary, "stats", "--library", library, "--json"], check=True, stdout=subprocess.DEVNULL)

    usual = min(timed(stats) for _ in range(3))
    with sqlite3.connect(library) as database:
        database.execute("DELETE FROM setting WHERE key = 'tally-rollover'")
    database.close()
    return (timed(stats) - usual) / 1_000


def main():
    from anki.collection import Collection

    binary = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        content, library = both(binary, folder)
        collection = Collection(str(content))
        server = Server(binary, library)
        server.begin()
        server.rest()
        times = {name: ([], [], []) for name in SCOPES}
        for turn in range(rounds + 1):
            for name, (search, days, query) in SCOPES.items():
                theirs = timed(lambda: collection._backend.graphs(search=search, days=days))
                server.answer()
                measured = (theirs, server.get(f"/statistics?{query}"), server.get(f"/statistics?{query}"))
                # The first round fills caches.
                if turn:
                    for some, value in zip(times[name], measured):
                        some.append(value)
        paints = server.paints(f"/statistics?{SCOPES['all, a year'][2]}", (1, 4), rounds)
        server.stop()
        collection.close()
        medians = {name: [statistics.median(some) for some in all] for name, all in times.items()}
        print("| what | Anki ms | Omena ms, after an answer | Omena ms, again | times faster | again |")
        print("|---|---:|---:|---:|---:|---:|")
        for name, (theirs, first, again) in medians.items():
            print(f"| {name} | {theirs:.0f} | {first:.1f} | {again:.1f} | {theirs / first:.1f} | {theirs / again:.1f} |")
        print()
        again = counting_anew(binary, library)
        verdict("a year's figures after an answer, times faster", medians["all, a year"][0] / medians["all, a year"][1], 10, at_least=True)
        verdict("a search's figures, times faster", medians["a search, a year"][0] / medians["a search, a year"][1], 1, at_least=True)
        verdict("the page of a year after an answer, ms", medians["all, a year"][1], 100, at_least=False)
        verdict("its first paint in Chromium, ms", paints[1], 100, at_least=False)
        verdict("its first paint on a processor slowed down four times, ms", paints[4], 400, at_least=False)
        verdict("counting a million reviews anew, seconds", again, 2, at_least=False)


main()
