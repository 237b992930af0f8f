"""Learners who study and edit while everything around them fails, and who remember what they were told."""

import collections
import http.client
import json
import threading
import time
import zlib

from copies import rows
from processes import wait_until
from serving import practice

JSON = {"Content-Type": "application/json"}
CSV = {"Content-Type": "text/csv"}
DECK = "First questions"


def picture(content):
    """A PNG of one pixel, with a text in it so that no two are the same."""

    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    head = (1).to_bytes(4, "big") * 2 + bytes([8, 0, 0, 0, 0])
    text = chunk(b"tEXt", b"Comment\0" + content.encode())
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + text + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")


class Note:
    """A note as its learner knows it: what it says for certain, and what it may say because no answer came."""

    def __init__(self, id, front):
        self.id = id
        self.front = front
        self.backs = {"new"}
        self.tags = {()}
        self.is_there = {True}

    @property
    def is_certain(self):
        return len(self.backs) == len(self.tags) == len(self.is_there) == 1

    def allows(self, found):
        """Whether it may be what a program is told about it: its text and tags, or None."""
        if found is None:
            return False in self.is_there
        return True in self.is_there and found[0] in self.backs and tuple(found[1]) in self.tags


class Student(threading.Thread):
    """A learner who does one thing after the other, each through an endpoint that is chosen at random.

    An answer is sent again until it is acknowledged, as browsers do. Whatever else gets no answer may or may not have been
    done, now or later, so the student leaves that note alone from then on.
    """

    def __init__(self, learner, endpoints, chance):
        super().__init__(daemon=True)
        self.learner = learner
        self.endpoints = [learner.through(endpoint) for endpoint in endpoints]
        self.chance = chance
        self.deal = None
        self.answers = set()
        self.pending = []
        self.notes = []
        # By the texts of their fronts: notes of which it is not known whether they are there.
        self.doubtful = set()
        self.pictures = {}
        self.done = 0
        self.count = 0
        self.statuses = collections.Counter()
        # The latest answer of each status that says that something failed.
        self.refusals = {}
        self.failure = None
        self.is_over = threading.Event()

    # MARK: Requests

    def attempt(self, method, path, body=None, headers=None):
        """The body of a successful answer; None if it is not known whether it was done."""
        endpoint = self.chance.choice(self.endpoints)
        try:
            status, _, answer = endpoint.request(method, path, body, headers)
        except (OSError, http.client.HTTPException) as error:
            self.statuses[type(error).__name__] += 1
            return None
        self.statuses[status] += 1
        if status >= 500:
            # A node explains in words why something could not be done now. What it did not expect has status 500.
            self.refusals[status] = f"{method} {path}: {answer[-300:]!r}"
            return None
        assert status < 300, (method, path, status, answer[:500])
        self.done += 1
        return answer

    def text(self, what):
        self.count += 1
        return f"{what} {self.count} of {self.learner.name}"

    # MARK: What they do

    def answer(self):
        """Answers a few cards, and sends what was not acknowledged before again."""
        if not self.deal:
            return self.open()
        cards = self.chance.sample(self.deal["cards"], min(len(self.deal["cards"]), self.chance.randint(1, 3)))
        events = [practice(card, self.chance.choice(["again", "hard", "good", "easy"])) for card in cards]
        self.pending += events
        self.answers |= {event["id"] for event in events}
        self.send_pending()

    def send_pending(self):
        batch = {"library": self.deal["library"], "epoch": self.deal["epoch"], "events": self.pending}
        if (body := self.attempt("POST", "/reviews", json.dumps(batch), JSON)) is None:
            return
        results = json.loads(body)["results"]
        assert all(result["outcome"] in ("stored", "known") for result in results), results
        acknowledged = {result["id"] for result in results}
        self.pending = [event for event in self.pending if event["id"] not in acknowledged]

    def open(self):
        """Reads a page with cards to study."""
        endpoint = self.chance.choice(self.endpoints)
        try:
            self.deal = endpoint.deal(DECK)
        except (OSError, http.client.HTTPException, AssertionError) as error:
            self.statuses[f"deal: {type(error).__name__}"] += 1

    def add(self):
        self.add_with(self.text("note"), "new")

    def add_with(self, front, back):
        body = {"type": "Basic", "deck": DECK, "fields": {"Front": front, "Back": back}, "even": True}
        self.doubtful.add(front)
        if answer := self.attempt("POST", "/api/v1/notes", json.dumps(body), JSON):
            note = Note(json.loads(answer)["note"]["id"], front)
            note.backs = {back}
            self.notes.append(note)
            self.doubtful.discard(front)

    def certain(self):
        """A note of which everything is known, or None."""
        notes = [note for note in self.notes if note.id and note.is_certain and True in note.is_there]
        return self.chance.choice(notes) if notes else None

    def change(self, note, values, value, method, body=None):
        """Changes a note; `values` is what is known about the part that changes."""
        values.add(value)
        if self.attempt(method, f"/api/v1/notes/{note.id}", body and json.dumps({**body, "even": True}), JSON) is not None:
            values.clear()
            values.add(value)

    def edit(self):
        if note := self.certain():
            back = self.text("text")
            self.change(note, note.backs, back, "PATCH", {"fields": {"Back": back}})

    def tag(self):
        if note := self.certain():
            tags = tuple(sorted(self.chance.sample(["apple", "birch", "cedar", "daisy"], self.chance.randint(0, 3))))
            self.change(note, note.tags, tags, "PATCH", {"tags": tags})

    def delete(self):
        if note := self.certain():
            self.change(note, note.is_there, False, "DELETE")

    def import_deck(self):
        """Imports a deck of a few notes, all of them or none."""
        fronts = [self.text("imported") for _ in range(20)]
        content = "".join(f"{front},new\n" for front in fronts)
        self.doubtful |= set(fronts)
        path = f"/import?do=save&deck=Imported&name=a.csv&id={self.chance.getrandbits(40):x}"
        answer = self.attempt("POST", path, content, CSV)
        if answer and "to" in json.loads(answer.splitlines()[-1]):
            self.notes += [Note(None, front) for front in fronts]
            self.doubtful -= set(fronts)

    def upload(self):
        """Uploads a picture and makes a note that shows it."""
        name, content = f"p{self.count}.png", picture(self.text("picture"))
        if answer := self.attempt("POST", f"/media?name={name}", content):
            found = json.loads(answer)
            self.pictures[found["address"].split("/media/")[1]] = content
            self.add_with(self.text("with picture"), found["source"].strip())

    def step(self):
        actions = [self.answer, self.edit, self.add, self.tag, self.upload, self.delete, self.import_deck]
        self.chance.choices(actions, [12, 5, 3, 2, 1, 1, 0.5])[0]()

    def run(self):
        try:
            while not self.is_over.is_set():
                self.step()
                # Learners think. So several of them leave some of the processor to what they wait for.
                self.is_over.wait(self.chance.uniform(0, 0.05))
        except BaseException as error:  # noqa: BLE001
            self.failure = error

    def finish(self, seconds=30):
        """Sends what was not acknowledged yet, which has to succeed now that nothing fails any more."""
        deadline = time.monotonic() + seconds
        while self.pending or not self.deal:
            assert time.monotonic() < deadline, f"{len(self.pending)} answers of {self.learner.name} are refused: {self.statuses}"
            self.send_pending() if self.deal else self.open()

    # MARK: What they find

    def faults(self, library):
        """What a copy of the library lacks or has too much, as lines; read from its file."""
        found = []
        log = [str(id) for id, in rows(library, "SELECT id FROM event")]
        found += [f"answer {id} is lost" for id in sorted(self.answers - set(log) - {event["id"] for event in self.pending})]
        found += [f"answer {id} was never given" for id in sorted(set(log) - self.answers)]
        notes = {}
        sql = """
            SELECT id, fields, (SELECT json_group_array(tag) FROM note_tag WHERE note = note.id) FROM note
            WHERE binned IS NULL
        """
        for id, fields, tags in rows(library, sql):
            texts = [field["text"] for field in json.loads(fields).values()]
            front, back = (texts + ["", ""])[:2]
            notes.setdefault(front, []).append((str(id), back, sorted(json.loads(tags))))
        known = {note.front for note in self.notes}
        for note in self.notes:
            copies = notes.get(note.front, [])
            if len(copies) > 1 or not note.allows(copies[0][1:] if copies else None):
                found.append(f"{note.front}: {copies} instead of {note.backs}, {note.tags}, {note.is_there}")
        for front, copies in notes.items():
            is_mine = front.endswith(f" of {self.learner.name}")
            if is_mine and front not in known and (front not in self.doubtful or len(copies) > 1):
                found.append(f"{front}: {len(copies)} that were never added")
        return [f"{self.learner.name}: {line}" for line in found]


def held_by(fleet, node, learner):
    """Makes a node the holder of a learner's library."""
    assert learner.through(fleet.endpoint_of(node)).get("/")[0] == 200
    return wait_until(lambda: fleet.holder(learner), what="a claim") is node


def answered(learner):
    """Answers one card; returns the answer's id."""
    deal = learner.deal(DECK)
    event = practice(deal["cards"][0])
    status, body = learner.post_reviews(deal, [event])
    assert (status, body["results"][0]["outcome"]) == (200, "stored"), body
    return event["id"]
