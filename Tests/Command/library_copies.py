"""Copies of one library, served by programs of their own, that sync over real connections."""

import contextlib
import json
import re
import select
import socket
import subprocess
import threading

from locks import confirmed
from serving import BINARY, Omena

JSON = {"Content-Type": "application/json"}
WIRE = {"Content-Type": "application/x-omena-sync"}
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63606060000000040001f61738550000000049454e44ae426082"
)


class Copy(Omena):
    """A served copy of a library."""

    def ask(self, method, path, body=None):
        status, _, answer = self.request(method, f"/api/v1{path}", body and json.dumps(body), JSON)
        assert status < 300, answer
        return json.loads(answer)

    def add(self, front, back="x"):
        body = {"type": "Basic", "deck": "First questions", "fields": {"Front": front, "Back": back}}
        return self.ask("POST", "/notes", body)["note"]["id"]

    def write(self, note, back):
        self.ask("PATCH", f"/notes/{note}", {"fields": {"Back": back}})

    def text(self, note):
        return self.ask("GET", f"/notes/{note}")["fields"]["Back"]

    def notes(self):
        """All notes as programs see them, except for when they were changed."""
        found, page = [], {"next": ""}
        while (after := page["next"]) is not None:
            page = self.ask("GET", f"/notes?limit=1000{after and '&after=' + after}")
            found += page["notes"]
        parts = ("id", "type", "deck", "tags", "fields")
        return sorted(json.dumps([note[part] for part in parts], sort_keys=True) for note in found)

    def code(self, **session):
        """A code for another copy, as Settings shows it; of a library with a lock to whoever has a key."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", **session}
        status, _, page = self.request("POST", f"{self.base}/settings/sync", confirmed(do="code"), headers)
        assert status == 200
        return re.search(rb"\b[0-9A-Z]{5}-[0-9A-Z]{5}\b", page)[0].decode()

    def sync_only_when_asked(self):
        """Keeps it from hearing of a change between two steps of a test."""
        self.post_form("/settings/sync", do="manual")

    def sync(self, *words, code=0):
        return sync(self.choice, *words, code=code)

    def pair(self, other, address=None):
        return self.sync(address or other.url, "--code", other.code())


def sync(choice, *words, code=0):
    """Runs `omena sync`; returns what became of each peer, or the line that it failed with."""
    command = [BINARY, "sync", *words, *choice, "--json"]
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=120)
    assert result.returncode == code, result
    return result.stderr if code else json.loads(result.stdout)["peers"]


def sync_or_line(copy, address):
    command = [BINARY, "sync", address, "--library", copy.library]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert result.returncode in (0, 1)
    return result.stderr


class CuttingProxy:
    """A proxy that counts requests and bytes, and cuts each connection after some bytes."""

    def __init__(self, port, cut=None):
        self.target = port
        self.cut = cut or (lambda: None)
        self.bytes = self.requests = 0

    def __enter__(self):
        self.socket = socket.create_server(("localhost", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.socket.close()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.socket.accept()
                threading.Thread(target=self.carry, args=[client], daemon=True).start()

    def carry(self, client):
        left, last = self.cut(), None
        with client, contextlib.suppress(OSError), socket.create_connection(("localhost", self.target)) as server:
            while True:
                for source in select.select([client, server], [], [])[0]:
                    data = source.recv(65_536 if left is None else max(1, min(65_536, left)))
                    self.bytes += len(data)
                    # A request is what the client says after the server has spoken.
                    self.requests += bool(data) and source is client and last is not client
                    last = source
                    left = left and left - len(data)
                    if not data or left == 0:
                        return
                    if source is client:
                        # The server only answers under its own name.
                        data = data.replace(b"localhost:%d" % self.port, b"localhost:%d" % self.target)
                    (server if source is client else client).sendall(data)
