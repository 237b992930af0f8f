"""Starts the real program on its own library, for tests that use it from outside."""

import atexit
import functools
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from urllib.parse import quote, urlencode

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Where the programs under test are: `omena`, and those that only tests need.
BUILT = ROOT / os.environ.get("OMENA_BUILT", ".build/testing/release")
BINARY = BUILT / "omena"
# Minutes by which this machine's clock is ahead of UTC, as its browsers report it.
OFFSET = time.localtime().tm_gmtoff // 60


class Omena:
    """A running `omena serve`; use it as a context, or stop and start it by hand."""

    def __init__(self, library, *options, port=0):
        self.library = pathlib.Path(library)
        self.options = options
        self.port = port
        self.environment = {}
        # Called in the new process before the program starts.
        self.before_start = None
        self.process = None

    # The path before all addresses, which a learner on a server of several has.
    base = ""

    @property
    def origin(self):
        return self.url

    @property
    def choice(self):
        """How commands are told which library they work on."""
        return ["--library", self.library]

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()

    def command(self):
        return [BINARY, "serve", "--port", str(self.port), "--library", self.library]

    def start(self):
        self.process = subprocess.Popen(
            [*map(str, self.command()), *self.options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **self.environment},
            preexec_fn=self.before_start,
        )
        line = self.process.stdout.readline()
        match = re.fullmatch(r"Omena is at (?:https://[^ ]+, by a proxy that reaches )?(https?://.+:(\d+))\n", line)
        if not match:
            self.process.kill()
            raise AssertionError(f"it printed {line!r} and {self.process.stderr.read()!r}")
        self.url = match[1]
        self.port = int(match[2])
        return self

    def stop(self, how=signal.SIGTERM):
        """Ends the program; returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def kill(self):
        self.stop(signal.SIGKILL)

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def request(self, method, path, body=None, headers=None):
        """Sends a request on a new connection; returns status, headers and body."""
        connection = self.connect()
        try:
            connection.request(method, path, body, {"Host": f"localhost:{self.port}", **(headers or {})})
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def get(self, path, **headers):
        return self.request("GET", path, headers=headers)

    def deal(self, deck="First questions", mode="learn"):
        """The data in a study page: the cards of a session over a deck, or over several."""
        decks = [deck] if isinstance(deck, str) else deck
        status, _, body = self.get(f"/study/{mode}?{'&'.join(f'deck={quote(name)}' for name in decks)}")
        assert status == 200, body
        data = re.search(rb'<script type="application/json" id="deal">(.*?)</script>', body, re.S)
        return json.loads(data[1])

    def post_form(self, path, **fields):
        """Sends a form of a page; returns the address that the response redirects to."""
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        status, answered, body = self.request("POST", path, urlencode(fields), headers)
        assert status == 303, body
        return answered["Location"]

    def make_deck(self, name):
        """Creates a deck with its form; returns its id."""
        self.post_form("/decks/new", name=name)
        return self.read("SELECT id FROM deck WHERE name = ?", name)

    def add_note(self, deck, **texts):
        """Adds a note in several languages with its form."""
        fields = {f"f-{tag}": text for tag, text in texts.items()}
        self.post_form("/cards/new", type=5, deck=deck, tags="", **fields)

    def read(self, query, *values):
        """One value of the library, read directly from its file."""
        database = sqlite3.connect(f"file:{self.library}?mode=ro", uri=True)
        try:
            return database.execute(query, values).fetchone()[0]
        finally:
            database.close()

    def post_reviews(self, deal, events, **changes):
        """Sends a batch; returns the status and the decoded response."""
        batch = {"library": deal["library"], "epoch": deal["epoch"], "events": events, **changes}
        headers = {"Content-Type": "application/json"}
        status, _, body = self.request("POST", "/reviews", json.dumps(batch), headers)
        return status, json.loads(body)

    def log(self):
        """The ids of all events in the file, read directly."""
        return read_log(self.library)


def copy_new_library(library):
    """Creates a library by copying one, because the program takes ten times as long to create it.

    It introduces no new cards, which most tests would only have to click away.
    """
    shutil.copyfile(new_library(), library)
    library.chmod(0o600)


@functools.cache
def new_library():
    """A new library, created once for this process."""
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder)
    with Omena(pathlib.Path(folder) / "library.omena") as omena:
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": omena.url}
        assert omena.request("POST", "/settings", "introduces=off", headers)[0] == 303
    return omena.library


def read_log(library):
    database = sqlite3.connect(f"file:{library}?mode=ro", uri=True)
    try:
        return [str(row[0]) for row in database.execute("SELECT id FROM event ORDER BY id")]
    finally:
        database.close()


def event_id(chance=random):
    """An event id as a browser creates it: milliseconds and 21 random bits."""
    return str(int(time.time() * 1000) << 21 | chance.getrandbits(21))


def practice(card, grade="good", **changes):
    """An answer to a dealt card, as a browser sends it."""
    return {
        "id": event_id(),
        "kind": "practice",
        "note": card["note"],
        "face": card["face"],
        "grade": grade,
        "moment": int(time.time() * 1000),
        "offset": OFFSET,
        "duration": 1500,
        "mode": "learn",
        **changes,
    }
