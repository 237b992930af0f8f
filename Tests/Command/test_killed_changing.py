"""The program is killed in the middle of adding cards and undoing; whatever it acknowledged is there."""

import http.client
import re
import sqlite3
import threading
from urllib.parse import urlencode

from serving import Omena


class Writer(threading.Thread):
    """Adds cards and takes every third away again, as fast as the answers come."""

    def __init__(self, omena, deck, enough):
        super().__init__()
        self.omena = omena
        self.deck = deck
        self.enough = enough
        self.reached = threading.Event()
        self.acknowledged = {}
        self.in_hand = None

    def run(self):
        connection = self.omena.connect()
        try:
            for number in range(100_000):
                self.in_hand = f"word {number}"
                answer = self.post(
                    connection, "/cards/new", {"type": 1, "deck": self.deck, "f-1": self.in_hand, "f-2": "x", "tags": ""}
                )
                self.acknowledged[self.in_hand] = True
                if number % 3 == 0:
                    self.post(connection, "/undo", {"id": re.search(r"done=(\d+)", answer)[1]})
                    self.acknowledged[self.in_hand] = False
                if number == self.enough:
                    self.reached.set()
        except (OSError, http.client.HTTPException):
            self.reached.set()

    def post(self, connection, path, fields):
        headers = {"Host": f"localhost:{self.omena.port}", "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", path, urlencode(fields), headers)
        response = connection.getresponse()
        response.read()
        assert response.status == 303
        return response.headers["Location"]


def test_every_acknowledged_change_survives(tmp_path):
    library = tmp_path / "a.omena"
    omena = Omena(library).start()
    database = sqlite3.connect(library)
    deck = database.execute("SELECT id FROM deck WHERE name = 'First questions'").fetchone()[0]
    database.close()
    writer = Writer(omena, deck, enough=200)
    writer.start()
    writer.reached.wait(timeout=60)
    omena.kill()
    writer.join()
    with Omena(library):
        pass

    database = sqlite3.connect(library)
    there = {prompt for (prompt,) in database.execute("SELECT prompt FROM note")}
    known = {word: is_there for word, is_there in writer.acknowledged.items() if word != writer.in_hand}
    assert len(known) >= 200
    assert {word: word in there for word in known} == known
    assert database.execute("PRAGMA quick_check").fetchone() == ("ok",)
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    database.close()
