"""Answers requests of programs made for Anki with Omena and with Anki in turn, and prints how many times faster Omena is."""

import http.client
import json
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "Benchmarks/exchange"), str(ROOT / "Tests/Anki")]

from compare import both, verdict  # noqa: E402
from reference import Reference  # noqa: E402

KEY = "a-key-of-twenty-letters"
# What a program may wait for, in milliseconds.
LIMITS = {"version": 1, "canAddNotes, 20": 5, "findNotes added:1": 5, "notesInfo, 10,000": 300, "addNote": 10}


class Server:
    """`omena serve` with the port for programs, on one connection that stays open."""

    def __init__(self, binary, library, folder):
        (folder / "key").write_text(KEY)
        words = ["--port", "0", "--no-open", "--anki-port", "0", "--anki-key-file", folder / "key"]
        self.process = subprocess.Popen([binary, "serve", "--library", library, *words], stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        port = int(self.process.stdout.readline().rsplit(":", 1)[1])
        self.connection = http.client.HTTPConnection("127.0.0.1", port)
        self.headers = {"Host": f"127.0.0.1:{port}", "Content-Type": "application/json", "User-Agent": "curl/8.5.0"}

    def ask(self, action, **params):
        """The result, and the milliseconds until its last byte."""
        body = json.dumps({"action": action, "version": 6, "key": KEY, "params": params})
        start = time.perf_counter()
        self.connection.request("POST", "/", body, self.headers)
        answer = self.connection.getresponse().read()
        took = 1_000 * (time.perf_counter() - start)
        reply = json.loads(answer)
        assert reply["error"] is None, (action, reply["error"])
        return reply["result"], took

    def stop(self):
        self.process.terminate()
        self.process.wait()


def note(text):
    return {"deckName": "Default", "modelName": "Basic", "fields": {"Front": text, "Back": "back"}, "tags": ["bench"]}


def ask_anki(reference, action, **params):
    start = time.perf_counter()
    result, error = reference(action, **params)
    assert error is None, (action, error)
    return result, 1_000 * (time.perf_counter() - start)


def requests(turn, notes):
    """What is asked in one turn, by what it is called."""
    yield "version", "version", {}
    yield "canAddNotes, 20", "canAddNotes", {"notes": [note(f"word {turn} {number}") for number in range(20)]}
    yield "addNote", "addNote", {"note": note(f"added {turn}")}
    yield "findNotes added:1", "findNotes", {"query": "added:1"}
    if turn % 10 == 0:
        yield "notesInfo, 10,000", "notesInfo", {"notes": notes}


def wait_for_maintenance(library):
    """Returns when what an import leaves to be done is done: the index for searches, the day's backup, and its test."""
    database = sqlite3.connect(f"file:{library}?mode=ro", uri=True)
    while not Path(f"{library}-backups/test.json").exists() or database.execute("SELECT 1 FROM note_search_change LIMIT 1").fetchone():
        time.sleep(0.1)
    database.close()


def main():
    from anki.collection import Collection

    binary = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        content, library = both(binary, folder)
        collection = Collection(str(content))
        reference, server = Reference(collection), Server(binary, library, folder)
        server.ask("createDeck", deck="Default")
        wait_for_maintenance(library)
        ours = server.ask("findNotes", query="deck:Bench")[0][:10_000]
        theirs = reference("findNotes", query="deck:Bench")[0][:10_000]
        times = {name: ([], []) for name in LIMITS}
        for turn in range(rounds + 10):
            for (name, action, params), (_, _, own) in zip(requests(turn, ours), requests(turn, theirs)):
                if action != "version":
                    _, anki = ask_anki(reference, action, **own)
                _, omena = server.ask(action, **params)
                # The first rounds fill caches.
                if turn >= 10:
                    times[name][0].append(anki if action != "version" else 0)
                    times[name][1].append(omena)
        server.stop()
        collection.close()
    print("| what | Anki ms | Omena ms | times faster | slowest of 100 |")
    print("|---|---:|---:|---:|---:|")
    slowest = {}
    for name, (theirs, ours) in times.items():
        anki, omena = statistics.median(theirs), statistics.median(ours)
        slowest[name] = sorted(ours)[len(ours) * 99 // 100]
        compared = ("–", "–") if name == "version" else (f"{anki:.2f}", f"{anki / omena:.1f}")
        print(f"| {name} | {compared[0]} | {omena:.2f} | {compared[1]} | {slowest[name]:.2f} |")
    print()
    for name, limit in LIMITS.items():
        verdict(f"{name}: slowest of 100, ms", slowest[name], limit, at_least=False)


main()
