"""A server of several learners, and its learners as tests use them: each like a server of their own."""

import base64
import json
import pathlib
import re
import subprocess
from urllib.parse import urlencode

from serving import BINARY, Omena

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SCRIPT = {"Accept": "application/json"}
PASSPHRASE = "four green apples"


class School(Omena):
    """A running `omena serve --accounts`."""

    def __init__(self, folder, *options, port=0):
        super().__init__(pathlib.Path(folder), *options, port=port)

    def command(self):
        return [BINARY, "serve", "--port", str(self.port), "--accounts", self.library]

    def manage(self, *words, code=0):
        """Runs `omena learner`; returns what it prints."""
        command = [BINARY, "learner", *map(str, words), "--accounts", self.library]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert result.returncode == code, result
        return result.stdout if code == 0 else result.stderr

    def invite(self, name):
        """A new invitation's secret."""
        link = json.loads(self.manage("invite", name, "--json"))["link"]
        return link.split("/join#")[1]

    def add(self, name, *options):
        """Adds a learner, who joins with a passphrase; returns them."""
        link = json.loads(self.manage("add", name, *options, "--json"))["link"]
        return self.join(name, link.split("/join#")[1])

    def join(self, name, secret, passphrase=PASSPHRASE, session=None):
        fields = {"invitation": secret, "passphrase": passphrase, "again": passphrase}
        headers = {**FORM, **SCRIPT, **self.carrying(session)}
        status, answered, body = self.request("POST", "/join", urlencode(fields), headers)
        assert status == 200, body
        return Learner(self, name, self.session_in(answered, body))

    def session_in(self, headers, body):
        """The session that an answer starts."""
        return json.loads(body)["session"]

    def carrying(self, session):
        """The headers with which a browser shows a session here."""
        return carrying(session)

    def sign_in(self, name, passphrase=PASSPHRASE, session=None):
        """Tries to sign in; returns the status and the answer."""
        fields = urlencode({"name": name, "passphrase": passphrase})
        status, _, body = self.request("POST", "/sign-in", fields, {**FORM, **SCRIPT, **carrying(session)})
        return status, json.loads(body)


def carrying(session):
    """The headers with which a browser shows a session."""
    if not session:
        return {}
    return {"Authorization": "Basic " + base64.b64encode(f"{session}:unlocked".encode()).decode()}


class Learner(Omena):
    """A learner on a server of several, used like a server of their own."""

    def __init__(self, school, name, session):
        self.school = school
        self.name = name
        self.session = session

    def in_another_browser(self):
        """The same learner, signed in once more."""
        return Learner(self.school, self.name, self.school.sign_in(self.name)[1]["session"])

    @property
    def port(self):
        return self.school.port

    @property
    def process(self):
        return self.school.process

    @property
    def base(self):
        return f"/~{self.name}"

    @property
    def origin(self):
        return self.school.url

    @property
    def url(self):
        return self.origin + self.base

    @property
    def library(self):
        libraries = self.school.library.glob("learners/*/*/library.omena")
        (library,) = [path for path in libraries if path.parent.name == self.folder]
        return library

    @property
    def folder(self):
        import sqlite3

        database = sqlite3.connect(f"file:{self.school.library}/accounts.omena?mode=ro", uri=True)
        try:
            number = database.execute("SELECT id FROM account WHERE name = ?", [self.name]).fetchone()[0]
        finally:
            database.close()
        return f"{number:016x}"

    @property
    def credentials(self):
        """What a browser shows that is signed in."""
        return {"username": self.session, "password": "unlocked", "origin": self.school.url, "send": "always"}

    @property
    def choice(self):
        return ["--learner", self.name, "--accounts", self.school.library]

    def start(self):
        self.school.start()
        return self

    def stop(self, *how):
        return self.school.stop(*how)

    def request(self, method, path, body=None, headers=None):
        # Pages and answers contain whole addresses.
        address = path if path.startswith(f"{self.base}/") else self.base + path
        return self.school.request(method, address, body, {**self.school.carrying(self.session), **(headers or {})})

    def post_form(self, path, **fields):
        address = super().post_form(path, **fields)
        return re.sub(f"^/~{self.name}(?=/)", "", address)
