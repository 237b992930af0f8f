"""The program is killed during random edits and undos: every acknowledged change is there, and the library is consistent."""

import http.client
import json
import os
import random
import threading

import pytest
from serving import Omena
from test_upkeep import check

RUNS = 20 if os.environ.get("OMENA_SOAK") else 2
# The program is killed before the client has sent this many edits.
EDITS = 1_000


class Editor(threading.Thread):
    """Edits notes and decks, undoes and redoes, each as soon as the previous response has arrived, and remembers what was
    acknowledged."""

    def __init__(self, omena, seed, enough):
        super().__init__()
        self.omena = omena
        self.chance = random.Random(seed)
        self.enough = enough
        self.reached = threading.Event()
        # The content of each note and deck, None once it is deleted; and each change with the content before and after it.
        self.things = {}
        self.undoable, self.redoable = [], []
        self.unacknowledged = None
        self.count = 0

    def run(self):
        self.connection = self.omena.connect()
        try:
            for deck in self.ask("GET", "decks"):
                self.things["decks", deck["id"]] = {"name": deck["name"]}
            while self.count < EDITS:
                self.edit()
                self.count += 1
                if self.count == self.enough:
                    self.reached.set()
        except (OSError, http.client.HTTPException):
            pass
        finally:
            self.reached.set()

    def existing(self, kind):
        return [id for (of, id), thing in self.things.items() if of == kind and thing]

    def edit(self):
        notes, decks = self.existing("notes"), self.existing("decks")
        kind = self.chance.choice(
            ["add", "add", "change", "move", "tag", "delete", "make", "rename", "undo", "undo", "undo", "redo", "redo"]
        )
        if kind == "undo" and self.undoable:
            thing, before, after = self.undoable.pop()
            self.apply(thing, before, "POST", "undo", {})
            self.redoable.append((thing, before, after))
        elif kind == "redo" and self.redoable:
            thing, before, after = self.redoable.pop()
            self.apply(thing, after, "POST", "redo", {})
            self.undoable.append((thing, before, after))
        elif kind == "change" and notes:
            text = f"changed {self.count}"
            self.change("notes", self.chance.choice(notes), {"text": text}, {"fields": {"Front": text}})
        elif kind == "move" and notes:
            deck = self.chance.choice(decks)
            self.change("notes", self.chance.choice(notes), {"deck": deck}, {"deck": deck})
        elif kind == "tag" and notes:
            tags = sorted(self.chance.sample(["sweet", "sour", "fruit::red"], self.chance.randrange(4)))
            self.change("notes", self.chance.choice(notes), {"tags": tags}, {"tags": tags})
        elif kind == "delete" and notes:
            note = "notes", self.chance.choice(notes)
            before = self.things[note]
            self.apply(note, None, "DELETE", "/".join(note))
            self.remember(note, before)
        elif kind == "rename":
            name = f"Renamed {self.count}"
            self.change("decks", self.chance.choice(decks), {"name": name}, {"name": name})
        elif kind == "make" and len(decks) < 9:
            name = f"Made {self.count}"
            self.ask("POST", "decks", {"name": name})
            made = next(deck["id"] for deck in self.ask("GET", "decks") if deck["name"] == name)
            self.things["decks", made] = {"name": name}
            self.remember(("decks", made), None)
        else:
            text, deck = f"added {self.count}", self.chance.choice(decks)
            fields = {"type": "Basic", "deck": deck, "fields": {"Front": text, "Back": "x"}}
            note = self.ask("POST", "notes", fields)["note"]["id"]
            self.things["notes", note] = {"text": text, "deck": deck, "tags": []}
            self.remember(("notes", note), None)

    def change(self, kind, id, differences, body):
        thing = kind, id
        before = self.things[thing]
        after = {**before, **differences}
        # An edit without a difference is not recorded as a change, so it cannot be undone.
        if after == before:
            return
        self.apply(thing, after, "PATCH", f"{kind}/{id}", body)
        self.remember(thing, before)

    def remember(self, thing, before):
        self.undoable, self.redoable = [*self.undoable[-99:], (thing, before, self.things[thing])], []

    def apply(self, thing, after, method, path, body=None):
        self.unacknowledged = thing
        self.ask(method, path, body)
        self.things[thing] = after
        self.unacknowledged = None

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
    assert editor.enough <= editor.count < EDITS, "it was not killed during the edits"

    assert check(omena.library)["findings"] == []
    with omena:
        connection = omena.connect()

        def ask(path):
            connection.request("GET", f"/api/v1/{path}", headers={"Host": f"localhost:{omena.port}"})
            response = connection.getresponse()
            return json.loads(response.read()), response.status

        decks = {deck["id"]: deck["name"] for deck in ask("decks")[0]}
        for (kind, id), thing in editor.things.items():
            # The change that was not acknowledged may have been made or not.
            if (kind, id) == editor.unacknowledged:
                continue
            if kind == "decks":
                assert decks.get(id) == (thing["name"] if thing else None)
                continue
            answer, status = ask(f"notes/{id}")
            if thing is None:
                assert status == 404, answer
                continue
            assert answer["fields"]["Front"] == thing["text"]
            assert sorted(answer["tags"]) == thing["tags"]
            if editor.unacknowledged != ("decks", thing["deck"]):
                assert answer["deck"] == decks[thing["deck"]]
