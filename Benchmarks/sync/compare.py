"""Syncs the same collection with Omena and with Anki in turn, and prints times, bytes and requests of each.

Both clients talk to their server through a proxy that counts. Times are those of the sync alone, and medians of several rounds
except for the first copy: Anki's client is already running, while Omena's is a command that is started for it.
"""

import importlib.util
import json
import os
import random
import re
import select
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import zipfile
from pathlib import Path

from ankiserver import start

HERE = Path(__file__).parent
ANSWERS, ROUNDS = 200, 5
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Counter:
    """A proxy that counts what passes: bytes both ways, and requests."""

    def __init__(self, port):
        self.target = port
        self.socket = socket.create_server(("localhost", 0), backlog=64)
        self.port = self.socket.getsockname()[1]
        self.bytes = self.requests = 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.socket.accept()
            threading.Thread(target=self.carry, args=[client], daemon=True).start()

    def carry(self, client):
        with client, socket.create_connection(("localhost", self.target)) as server:
            turn = None
            while True:
                for source in select.select([client, server], [], [])[0]:
                    data = source.recv(1 << 20)
                    if not data:
                        return
                    self.bytes += len(data)
                    # A request is what the client says after the server has spoken.
                    self.requests += source is client and turn is not client
                    turn = source
                    if source is client:
                        # Omena only answers under its own name.
                        data = data.replace(b"localhost:%d" % self.port, b"localhost:%d" % self.target)
                    (server if source is client else client).sendall(data)

    def measure(self, work):
        self.bytes = self.requests = 0
        start = time.monotonic()
        work()
        return time.monotonic() - start, self.bytes, self.requests


class Omena:
    def __init__(self, binary, package, folder):
        self.binary, self.folder, self.deal = binary, folder, None
        self.run("import", package, "--library", folder / "a.omena")
        shutil.copyfile(folder / "a.omena", folder / "away.omena")
        self.server, port = self.serve("a")
        self.wait_for_index("a")
        self.proxy = Counter(port)
        self.address = f"http://localhost:{self.proxy.port}"

    def run(self, *words):
        result = subprocess.run([self.binary, *map(str, words)], capture_output=True, text=True)
        assert result.returncode == 0, result
        return result.stdout

    def serve(self, name):
        words = [self.binary, "serve", "--port", "0", "--no-open", "--library", self.folder / f"{name}.omena"]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        return server, int(re.search(r":(\d+)\n", server.stdout.readline())[1])

    def wait_for_index(self, name):
        """A server builds the search index of what was imported in the background."""
        library = sqlite3.connect(f"file:{self.folder / name}.omena?mode=ro", uri=True)
        while any(library.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() for table in ("index_to_make", "note_search_change")):
            time.sleep(0.2)
        library.close()

    def upload(self):
        """Seconds that a library takes to reach a new server."""
        server, port = self.serve("new")
        code, start = self.code(port), time.monotonic()
        self.run("sync", f"http://localhost:{port}", "--code", code, "--library", self.folder / "away.omena")
        taken = time.monotonic() - start
        server.terminate()
        server.wait()
        return taken

    def code(self, port=None):
        url = f"http://localhost:{port or self.proxy.target}/settings/sync"
        page = urllib.request.urlopen(urllib.request.Request(url, b"do=code", FORM)).read().decode()
        return re.search(r"\b[0-9A-Z]{5}-[0-9A-Z]{5}\b", page)[0]

    def sync(self, *words):
        self.run("sync", *words, "--library", self.folder / "b.omena")

    def first(self):
        code = self.code()
        return self.proxy.measure(lambda: self.sync(self.address, "--code", code))

    def sync_now(self):
        return self.proxy.measure(self.sync)

    def answer(self):
        server, port = self.serve("b")
        url = f"http://localhost:{port}"
        # It would sync by itself before it is asked to.
        urllib.request.urlopen(f"{url}/settings/sync", b"do=manual").close()
        if self.deal is None:
            page = urllib.request.urlopen(f"{url}/study/review?deck=Bench").read()
            self.deal = json.loads(re.search(rb'<script type="application/json" id="deal">(.*?)</script>', page, re.S)[1])
            assert len(self.deal["cards"]) >= ANSWERS
        deal, now = self.deal, int(time.time() * 1000)
        for number, card in enumerate(deal["cards"][:ANSWERS]):
            event = {"id": str((now + number) << 21 | random.getrandbits(21)), "kind": "review", "grade": "good"}
            event |= {"note": card["note"], "face": card["face"], "moment": now + number, "offset": 0}
            event |= {"due": None, "reviews": None, "duration": 1500, "mode": "review"}
            body = {"library": deal["library"], "epoch": deal["epoch"], "events": [event]}
            request = urllib.request.Request(
                f"{url}/reviews", json.dumps(body).encode(), {"Content-Type": "application/json"}
            )
            answer = json.load(urllib.request.urlopen(request))
            assert answer["results"][0]["outcome"] == "stored", answer
        server.terminate()
        server.wait()

    def close(self):
        self.server.terminate()
        self.server.wait()


class Anki:
    def __init__(self, collection, folder):
        from anki.collection import Collection

        self.server, port = start(folder / "server", SYNC_USER1="a:b", MAX_SYNC_PAYLOAD_MEGS="1000")
        self.proxy = Counter(port)
        self.address = f"http://localhost:{self.proxy.port}/"
        shutil.copyfile(collection, folder / "a.anki2")
        source = Collection(str(folder / "a.anki2"))
        start = time.monotonic()
        auth = source.sync_login("a", "b", self.address)
        source.close_for_full_sync()
        source.full_upload_or_download(auth=auth, server_usn=None, upload=True)
        self.upload = time.monotonic() - start
        source.reopen(after_full_sync=True)
        source.close()
        self.copy = Collection(str(folder / "b.anki2"))
        self.auth = self.copy.sync_login("a", "b", self.address)

    def first(self):
        def download():
            self.copy.sync_collection(self.auth, False)
            self.copy.close_for_full_sync()
            self.copy.full_upload_or_download(auth=self.auth, server_usn=None, upload=False)
            self.copy.reopen(after_full_sync=True)

        return self.proxy.measure(download)

    def sync_now(self):
        return self.proxy.measure(lambda: self.copy.sync_collection(self.auth, False))

    def answer(self):
        # The same cards each time, as Omena's are.
        for card in self.copy.find_cards("")[:ANSWERS]:
            card = self.copy.get_card(card)
            card.start_timer()
            states = self.copy._backend.get_scheduling_states(card.id)
            self.copy.sched.answer_card(
                self.copy.sched.build_answer(card=card, states=states, rating=2)
            )

    def close(self):
        self.copy.close()
        self.server.terminate()


def strip(package, plain):
    """Copies a package without its pictures, because Anki syncs those on their own."""
    with zipfile.ZipFile(package) as source, zipfile.ZipFile(plain, "w") as target:
        for name in source.namelist():
            if not name.isdigit():
                # An empty frame of zstd in place of the list of media.
                empty = bytes.fromhex("28b52ffd2000010000")
                target.writestr(name, empty if name == "media" else source.read(name))


def main(binary):
    spec = importlib.util.spec_from_file_location("exchange", HERE.parent / "exchange" / "compare.py")
    exchange = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(exchange)
    built = exchange.package()
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        package = folder / "plain.apkg"
        strip(built / "built.apkg", package)
        omena, anki = Omena(str(Path(binary).resolve()), package, folder), Anki(built / "built.anki2", folder)
        programs = (omena, anki)
        print("| sync | Omena ms | Anki ms | times faster | Omena bytes | Anki bytes | Omena requests | Anki requests |")
        print("|---|---:|---:|---:|---:|---:|---:|---:|")

        def compare(name, rounds=ROUNDS, prepare=lambda program: None):
            found = ([], [])
            for _ in range(rounds):
                for program, measures in zip(programs, found):
                    prepare(program)
                    os.sync()
                    measures.append(program.first() if name == "first copy" else program.sync_now())
            ours, theirs = ([statistics.median(column) for column in zip(*measures)] for measures in found)
            cells = [f"{ours[0] * 1000:,.0f}", f"{theirs[0] * 1000:,.0f}", f"{theirs[0] / ours[0]:.1f}"]
            cells += [f"{pair[index]:,.0f}" for index in (1, 2) for pair in (ours, theirs)]
            print(f"| {name} | {' | '.join(cells)} |", flush=True)
            return ours, theirs

        os.sync()
        upload = omena.upload()
        first = compare("first copy", rounds=1)
        nothing = compare("nothing new")
        answers = compare(f"{ANSWERS} answers", prepare=lambda program: program.answer())
        omena.close()
        anki.close()
    print()
    # Through a server, a library reaches another device after both.
    ours, theirs = upload + first[0][0], anki.upload + first[1][0]
    print(f"to a new server: Omena {upload * 1000:,.0f} ms, Anki {anki.upload * 1000:,.0f} ms, {anki.upload / upload:.1f} times faster")
    exchange.verdict("first copy to another device, times faster", theirs / ours, 3, at_least=True)
    exchange.verdict("its second half, the download, times faster", first[1][0] / first[0][0], 1, at_least=True)
    exchange.verdict("nothing new, ms", nothing[0][0] * 1000, 50, at_least=False)
    exchange.verdict(f"{ANSWERS} answers, requests", answers[0][2], 2, at_least=False)
    exchange.verdict(f"{ANSWERS} answers, KiB", answers[0][1] / 1024, 20, at_least=False)
    ours, theirs = answers
    exchange.verdict(f"{ANSWERS} answers, times faster", theirs[0] / ours[0], 1, at_least=True)
    exchange.verdict(f"{ANSWERS} answers, times fewer bytes", theirs[1] / ours[1], 1, at_least=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
