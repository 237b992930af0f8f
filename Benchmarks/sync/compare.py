"""Syncs the same collection with Omena and with Anki, and prints times, bytes and requests of each.

Both clients talk to their server through a proxy that counts. Times are those of the sync alone: Anki's client is already
running, while Omena's is a command that is started for it.
"""

import importlib.util
import json
import os
import random
import re
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
ANSWERS = 200
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
        self.binary, self.folder = binary, folder
        self.run("import", package, "--library", folder / "a.omena")
        self.server, port = self.serve("a")
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

    def code(self):
        url = f"http://localhost:{self.proxy.target}/settings/sync"
        page = urllib.request.urlopen(urllib.request.Request(url, b"do=code", FORM)).read().decode()
        return re.search(r"\b[0-9A-Z]{5}-[0-9A-Z]{5}\b", page)[0]

    def sync(self, *words):
        self.run("sync", *words, "--library", self.folder / "b.omena")

    def first(self):
        code = self.code()
        return self.proxy.measure(lambda: self.sync(self.address, "--code", code))

    def nothing(self):
        return self.proxy.measure(self.sync)

    def answer(self):
        server, port = self.serve("b")
        url = f"http://localhost:{port}"
        page = urllib.request.urlopen(f"{url}/study/review?deck=Bench").read()
        deal = json.loads(re.search(rb'<script type="application/json" id="deal">(.*?)</script>', page, re.S)[1])
        now = int(time.time() * 1000)
        for number in range(ANSWERS):
            card = deal["cards"][number % len(deal["cards"])]
            event = {"id": str((now + number) << 21 | random.getrandbits(21)), "kind": "practice", "grade": "good"}
            event |= {"note": card["note"], "face": card["face"], "moment": now + number, "offset": 0}
            event |= {"duration": 1500, "mode": "learn"}
            body = {"library": deal["library"], "epoch": deal["epoch"], "events": [event]}
            request = urllib.request.Request(
                f"{url}/reviews", json.dumps(body).encode(), {"Content-Type": "application/json"}
            )
            urllib.request.urlopen(request).read()
        server.terminate()
        server.wait()

    def close(self):
        self.server.terminate()
        self.server.wait()


class Anki:
    def __init__(self, collection, folder):
        from anki.collection import Collection

        with socket.create_server(("localhost", 0)) as free:
            port = free.getsockname()[1]
        settings = {"SYNC_USER1": "a:b", "SYNC_BASE": str(folder / "server"), "SYNC_PORT": str(port)}
        settings |= {"SYNC_HOST": "127.0.0.1", "MAX_SYNC_PAYLOAD_MEGS": "1000"}
        self.server = subprocess.Popen([sys.executable, "-m", "anki.syncserver"], env={**os.environ, **settings})
        while True:
            try:
                socket.create_connection(("localhost", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        self.proxy = Counter(port)
        self.address = f"http://localhost:{self.proxy.port}/"
        shutil.copyfile(collection, folder / "a.anki2")
        source = Collection(str(folder / "a.anki2"))
        auth = source.sync_login("a", "b", self.address)
        source.close_for_full_sync()
        source.full_upload_or_download(auth=auth, server_usn=None, upload=True)
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

    def nothing(self):
        return self.proxy.measure(lambda: self.copy.sync_collection(self.auth, False))

    def answer(self):
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
        print(f"{'':<16}{'Omena':>32}{'Anki':>32}{'faster':>9}")

        def compare(name, work):
            mine, theirs = work(omena), work(anki)
            cells = [f"{t * 1000:,.0f} ms, {b:,} bytes, {n} requests" for t, b, n in (mine, theirs)]
            print(f"{name:<16}{cells[0]:>40}{cells[1]:>40}{theirs[0] / mine[0]:>8.1f}×", flush=True)

        compare("first copy", lambda program: program.first())
        compare("nothing", lambda program: program.nothing())
        for program in (omena, anki):
            program.answer()
        compare(f"{ANSWERS} answers", lambda program: program.nothing())
        compare("nothing again", lambda program: program.nothing())
        omena.close()
        anki.close()


main(*sys.argv[1:])
