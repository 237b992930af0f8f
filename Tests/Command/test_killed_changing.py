"""The program is killed in the middle of random edits and undos; whatever it acknowledged is there, and all is in order."""

import http.client
import json
import os
import random
import threading

import pytest
from serving import Omena
from test_upkeep import check

RUNS = 20 if os.environ.get("OMENA_SOAK") else 2
# How many edits are on their way when the program is killed somewhere among them.
EDITS = 1_000


class Editor(threading.Thread):
    """Adds, changes, deletes, undoes and does again, as fast as the answers come, and remembers what was acknowledged."""

    def __init__(self, omena, seed, enough):
        super().__init__()
        self.omena = omena
        self.chance = random.Random(seed)
        self.enough = enough
        self.reached = threading.Event()
        # Each note's text, None once it is in the bin; and what each change found and left, to be undone.
        self.notes = {}
        self.undoable, self.redoable = [], []
        self.in_hand = None
        self.count = 0

    def run(self):
        self.connection = self.omena.connect()
        try:
            while self.count < EDITS:
                self.edit()
                self.count += 1
                if self.count == self.enough:
                    self.reached.set()
        except (OSError, http.client.HTTPException):
            pass
        finally:
            self.reached.set()

    def edit(self):
        living = [note for note, text in self.notes.items() if text]
        kind = self.chance.choice(["add", "add", "change", "change", "delete", "undo", "undo", "redo"])
        if kind == "undo" and self.undoable:
            note, before, after = self.undoable.pop()
            self.settle(note, "POST", "undo", {}, before)
            self.redoable.append((note, before, after))
        elif kind == "redo" and self.redoable:
            note, before, after = self.redoable.pop()
            self.settle(note, "POST", "redo", {}, after)
            self.undoable.append((note, before, after))
        elif kind == "change" and living:
            note, text = self.chance.choice(living), f"changed {self.count}"
            self.keep(note, self.notes[note], text, "PATCH", f"notes/{note}", {"fields": {"Front": text}})
        elif kind == "delete" and living:
            note = self.chance.choice(living)
            self.keep(note, self.notes[note], None, "DELETE", f"notes/{note}")
        else:
            text = f"added {self.count}"
            fields = {"type": "Basic", "deck": "First questions", "fields": {"Front": text, "Back": "x"}}
            note = self.ask("POST", "notes", fields)["note"]["id"]
            self.notes[note] = text
            self.undoable, self.redoable = [*self.undoable[-99:], (note, None, text)], []

    def keep(self, note, before, after, *request):
        self.settle(note, *request[:2], request[2] if len(request) > 2 else None, after)
        self.undoable, self.redoable = [*self.undoable[-99:], (note, before, after)], []

    def settle(self, note, method, path, body, text):
        self.in_hand = note
        self.ask(method, path, body)
        self.notes[note] = text
        self.in_hand = None

    def ask(self, method, path, body=None):
        headers = {"Host": f"localhost:{self.omena.port}", "Content-Type": "application/json"}
        self.connection.request(method, f"/api/v1/{path}", None if body is None else json.dumps(body), headers)
        response = self.connection.getresponse()
        answer = json.loads(response.read())
        assert response.status in (200, 201), answer
        return answer


@pytest.mark.parametrize("seed", range(RUNS))
def test_every_acknowledged_change_survives(tmp_path, seed):
    omena = Omena(tmp_path / "a.omena").start()
    editor = Editor(omena, seed, enough=random.Random(seed).randrange(100, EDITS // 2))
    editor.start()
    assert editor.reached.wait(timeout=120)
    omena.kill()
    editor.join()
    assert editor.enough <= editor.count < EDITS, "it was killed in the middle"

    assert check(omena.library)["findings"] == []
    with omena:
        connection = omena.connect()
        for note, text in editor.notes.items():
            connection.request("GET", f"/api/v1/notes/{note}", headers={"Host": f"localhost:{omena.port}"})
            response = connection.getresponse()
            answer = json.loads(response.read())
            # Of the one that was in hand nobody knows; it may be either.
            if note != editor.in_hand:
                assert answer.get("fields", {}).get("Front") == text, (response.status, answer)
