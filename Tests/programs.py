"""Speaks to Omena as programs do that were written for Anki and its plugin AnkiConnect."""

import base64
import http.client
import json
import re

from serving import Omena

KEY = "a-key-of-twenty-letters"
PICTURE = base64.b64encode(
    bytes.fromhex(
        "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
        "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
    )
).decode()


class AnkiServer(Omena):
    """A running `omena serve --anki-port`, with a key that programs may send."""

    def __init__(self, library, key_file, *options):
        super().__init__(library, "--anki-port", "0", "--anki-key-file", str(key_file), *options)
        key_file.write_text(KEY)

    def start(self):
        super().start()
        line = self.process.stdout.readline()
        self.anki_port = int(re.fullmatch(r"Programs made for Anki find Omena at http://localhost:(\d+)\n", line)[1])
        return self

    def program(self, **options):
        return Program(self, **options)


class Program:
    """One program: how it introduces itself, whether it sends the key, and which version it asks for."""

    def __init__(self, server, origin=None, agent="curl/8.5.0", key=KEY, version=6, content_type="application/json"):
        self.server = server
        self.key = key
        self.version = version
        self.headers = {"Host": f"127.0.0.1:{server.anki_port}", "Content-Type": content_type}
        if origin:
            self.headers["Origin"] = origin
        if agent:
            self.headers["User-Agent"] = agent

    def send(self, body, method="POST", **headers):
        """Sends bytes; returns the status, the headers and the body of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.anki_port, timeout=120)
        try:
            connection.request(method, "/", body, {**self.headers, **headers})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def body(self, action, version=0, **params):
        """A request; a version of None is left out."""
        body = {"action": action}
        if params:
            body["params"] = params
        version = self.version if version == 0 else version
        if version is not None:
            body["version"] = version
        if self.key is not None:
            body["key"] = self.key
        return body

    def reply(self, action, version=0, **params):
        """The decoded reply to an action, in the shape of its version."""
        status, _, answer = self.send(json.dumps(self.body(action, version, **params)))
        assert status == 200, (action, status, answer)
        return json.loads(answer)

    def __call__(self, action, **params):
        """The result of an action, whose reply must be exactly what clients of its version accept."""
        reply = self.reply(action, **params)
        if self.version is None or self.version <= 4:
            assert not (isinstance(reply, dict) and "error" in reply), reply
            return reply
        assert reply.keys() == {"result", "error"} and reply["error"] is None, (action, reply)
        return reply["result"]

    def error(self, action, **params):
        """The error of an action, which has the same shape in every version."""
        reply = self.reply(action, **params)
        assert isinstance(reply, dict) and reply.keys() == {"result", "error"} and reply["result"] is None, reply
        assert isinstance(reply["error"], str), reply
        return reply["error"]


def note(deck="Default", model="Basic", tags=(), options=None, **fields):
    sent = {"deckName": deck, "modelName": model, "fields": fields, "tags": list(tags)}
    return {**sent, "options": options} if options else sent


def allow(server, **permissions):
    """Allows the latest program that has asked, as the learner does."""
    number = server.read("SELECT max(id) FROM client")
    server.post_form(f"/settings/connections/{number}", do="allow", **permissions)
    return number


def contents(server):
    """What a refused program could have changed."""
    tables = ["note", "deck", "note_type", "media", "journal", "alias", "event"]
    return [server.read(f"SELECT count(*) FROM {table}") for table in tables]
