"""The numbers of a learner's day: after any history every page, the session, the API and the command say the same."""

import html
import json
import os
import random
import re
import subprocess
import time

import pytest
from clocks import Clock
from learners import School
from serving import BINARY, Omena, copy_new_library, practice
from urllib.parse import quote

HISTORIES = 40 if os.environ.get("OMENA_SOAK") else 2
STEPS = 12
# The hour at which a day begins.
ROLLOVER = 4
JSON = {"Content-Type": "application/json"}
DECKS = ["First questions", "First words", "Fruit", "Fruit::Red", "Fruit::Red::Small"]
LANGUAGES = ["all", "oneToOne:en:fi", "oneToAll:en", None]


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_all_places_show_the_same_numbers_after_any_history(tmp_path, seed):
    copy_new_library(tmp_path / "library.omena")
    clock = Clock(tmp_path / "clock")
    omena = Omena(tmp_path / "library.omena")
    omena.environment = clock.environment
    with omena:
        history = History(omena, clock, seed)
        for _ in range(STEPS):
            done = history.step()
            compare(omena, f"history {seed}, after {done}")
        compare_command(omena, f"history {seed}")


def until(hour):
    """The seconds until it is this hour by UTC."""
    return int(hour * 3_600 - time.time()) % 86_400


def test_answers_in_several_time_zones_use_up_the_limits_of_the_day(tmp_path):
    copy_new_library(tmp_path / "library.omena")
    clock = Clock(tmp_path / "clock")
    omena = Omena(tmp_path / "library.omena")
    omena.environment = {"TZ": "UTC", **clock.environment}
    ahead = until(20)
    clock.set(ahead)
    with omena:
        deal = omena.deal("First words", "review")
        # There it is another day already; the last answer is given here.
        elsewhere = 14 * 60
        moment = int((time.time() + ahead) * 1_000) - 1_000
        answers = {"kind": "review", "mode": "review", "due": None, "reviews": None}
        events = [practice(card, **answers, offset=elsewhere, moment=moment + n) for n, card in enumerate(deal["cards"])]
        events[-1]["offset"] = 0

        assert omena.post_reviews(deal, events)[0] == 200

        decks = json.loads(omena.get("/api/v1/decks")[2])
        assert [deck["today"]["new"] for deck in decks] == [0, 0]


@pytest.mark.parametrize("is_remote", [True, False])
def test_the_day_begins_by_the_clock_of_the_learner_unless_it_is_that_of_this_machine(tmp_path, is_remote):
    clock = Clock(tmp_path / "clock")
    copy_new_library(tmp_path / "library.omena")
    server = School(tmp_path / "school") if is_remote else Omena(tmp_path / "library.omena")
    server.environment = {"TZ": "UTC", **clock.environment}
    # An hour before the day begins for the server, which is noon in Tokyo.
    ahead = until(ROLLOVER - 1)
    clock.set(ahead)
    with server:
        learner = server.add("anna", "--from", tmp_path / "library.omena") if is_remote else server

        def new():
            return [deck["today"]["new"] for deck in json.loads(learner.get("/api/v1/decks")[2])]

        deal = learner.deal("First words", "review")
        answered = {"moment": int((time.time() + ahead) * 1_000), "offset": 9 * 60}
        answers = {"kind": "review", "mode": "review", "due": None, "reviews": None, **answered}
        assert learner.post_reviews(deal, [practice(card, **answers) for card in deal["cards"]])[0] == 200
        assert new() == [0, 0]

        clock.set(ahead + 2 * 3_600)
        assert (new() == [0, 0]) == is_remote
        exported = json.loads(learner.get("/export?as=json&q=rated:1")[2])
        assert len(exported["notes"]) == (len(deal["cards"]) if is_remote else 0)

        clock.set(ahead + 17 * 3_600)
        assert min(new()) > 0


class History:
    """What a learner does at random, through the pages and the API."""

    def __init__(self, omena, clock, seed):
        self.omena, self.clock, self.chance = omena, clock, random.Random(seed)
        self.ahead = 0
        # The answers given, and the session of the last one.
        self.events = []
        self.deal = None
        self.omena.post_form("/settings", newLimit="6", reviewLimit="4")

    def step(self):
        steps = [
            *4 * [self.review], self.practise, self.retract, *2 * [self.wait], *2 * [self.act], self.delete, self.restore,
            self.move, self.add, self.add_deck, self.change_deck, self.merge_or_delete, self.undo, self.redo, self.change_settings,
            self.import_table, self.add_starters,
        ]
        return self.chance.choice(steps)()

    def api(self, method, path, body=None):
        status, _, answer = self.omena.request(method, f"/api/v1{path}", json.dumps(body) if body is not None else None, JSON)
        assert status < 500, answer
        return json.loads(answer) if status < 300 and answer else None

    def deck(self):
        decks = self.api("GET", "/decks")
        return self.chance.choice(decks)

    def note(self):
        return self.chance.choice(self.api("GET", "/notes?limit=100")["notes"])

    def answer(self, mode, kind):
        deck = self.deck()["name"]
        status, _, body = self.omena.get(f"/study/{mode}?deck={quote(deck)}")
        assert status == 200
        found = re.search(rb'<script type="application/json" id="deal">(.*?)</script>', body, re.S)
        if not found:
            return f"{mode} of the empty {deck}"
        self.deal = deal = json.loads(found[1])
        for card in deal["cards"][: self.chance.randint(1, 5)]:
            now = int(time.time() * 1000) + self.ahead * 1000
            event = {
                "id": str(now << 21 | self.chance.getrandbits(21)), "kind": kind, "note": card["note"], "face": card["face"],
                "grade": self.chance.choice(["again", "hard", "good", "easy"]), "moment": now, "offset": 0, "duration": 1_000,
                "mode": mode, **({"due": None, "reviews": None} if kind == "review" else {}),
            }
            status, answered = self.omena.post_reviews(deal, [event])
            assert [result["outcome"] for result in answered["results"]] == ["stored"]
            self.events.append(event)
        return f"{mode} of {deck}"

    def review(self):
        return self.answer("review", "review")

    def practise(self):
        return self.answer(self.chance.choice(["learn", "race", "quiz"]), "practice")

    def retract(self):
        if not self.events:
            return "nothing to retract"
        event = self.events.pop()
        now = int(time.time() * 1000) + self.ahead * 1000
        retraction = {
            "id": str(now << 21 | self.chance.getrandbits(21)), "kind": "retraction", "target": event["id"], "moment": now,
            "note": event["note"], "face": event["face"], "offset": 0, "duration": 0, "mode": event["mode"],
        }
        self.omena.post_reviews(self.deal, [retraction])
        return "a retraction"

    def wait(self):
        seconds = self.chance.choice([360, 1_500, 10_800, 86_400, 8 * 86_400])
        self.ahead += seconds
        self.clock.set(self.ahead)
        return f"{seconds} seconds"

    def act(self):
        action = self.chance.choice([
            {"action": "suspend"}, {"action": "unsuspend"}, {"action": "bury"}, {"action": "reset"},
            {"action": "redate", "days": self.chance.choice([0, 3, 30])},
        ])
        notes = [self.note() for _ in range(3)]
        cards = [{"note": note["id"], "face": self.chance.choice(["1", "en>fi", "fi>en"])} for note in notes]
        cards += [{"note": event["note"], "face": event["face"]} for event in self.events[-2:]]
        for card in cards:
            self.api("POST", "/cards/actions", {**action, "cards": [card]})
        return f"{action} on {cards}"

    def delete(self):
        self.api("DELETE", f"/notes/{self.note()['id']}")
        return "deleting a note"

    def restore(self):
        self.omena.request("POST", "/bin", self.chance.choice(["do=restore-all", "do=restore-all", "do=empty"]), {"Content-Type": "application/x-www-form-urlencoded"})
        return "restoring all, or emptying the bin"

    def move(self):
        deck = self.deck()["name"]
        self.api("PATCH", f"/notes/{self.note()['id']}", {"deck": deck})
        return f"a move to {deck}"

    def add(self):
        deck = self.deck()["name"]
        word = str(self.chance.getrandbits(30))
        self.api("POST", "/notes", {"type": "Languages", "deck": deck, "fields": {"en": word, "fi": f"{word} fi", "fr": f"{word} fr"}})
        return f"a new note in {deck}"

    def add_deck(self):
        name = self.chance.choice(DECKS)
        self.api("POST", "/decks", {"name": name})
        return f"the new deck {name}"

    def change_deck(self):
        deck = self.deck()
        settings = {
            "newLimit": self.chance.choice([None, 0, 2, 9]), "reviewLimit": self.chance.choice([None, 0, 3, 9]),
            "languageChoice": self.chance.choice(LANGUAGES),
        }
        self.api("PATCH", f"/decks/{deck['id']}", {"settings": settings})
        return f"{settings} for {deck['name']}"

    def merge_or_delete(self):
        one, other = self.deck(), self.deck()
        if self.chance.random() < 0.5:
            self.api("POST", f"/decks/{one['id']}/merge", {"into": other["id"]})
            return f"merging {one['name']} into {other['name']}"
        if len(self.api("GET", "/decks")) > 1:
            self.api("DELETE", f"/decks/{one['id']}")
        return f"deleting {one['name']}"

    def undo(self):
        self.api("POST", "/undo", {})
        return "undo"

    def redo(self):
        self.api("POST", "/redo", {})
        return "redo"

    def change_settings(self):
        settings = self.chance.choice([
            {"newLimit": str(self.chance.choice([0, 3, 20])), "reviewLimit": str(self.chance.choice([0, 5, 200]))},
            {"rollover": str(self.chance.choice([0, 4, 12]))}, {"countsQuiz": self.chance.choice(["on", "off"])},
        ])
        self.omena.post_form("/settings", **settings)
        return f"{settings}"

    def import_table(self):
        table = self.omena.library.with_suffix(".csv")
        deck = self.chance.choice(DECKS)
        table.write_text("Front,Back\n" + "".join(f"{self.chance.getrandbits(30)},b\n" for _ in range(3)))
        run("import", table, "--library", self.omena.library, "--deck", deck)
        return f"an import into {deck}"

    def add_starters(self):
        for name in ("First questions", "First words"):
            self.omena.request("POST", "/decks/starter", f"deck={quote(name)}", {"Content-Type": "application/x-www-form-urlencoded"})
        return "the starter decks"


def run(*arguments):
    environment = {key: value for key, value in os.environ.items() if key != "OMENA_LIBRARY"}
    result = subprocess.run([BINARY, *map(str, arguments)], capture_output=True, text=True, timeout=60, env=environment)
    assert result.returncode == 0, result
    return result.stdout


def text(omena, path):
    """The words of a page, with their markup removed."""
    status, _, body = omena.get(path)
    assert status == 200
    main = re.search(r"<main.*?</main>", body.decode(), re.S)[0]
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", re.sub(r"<svg.*?</svg>", "", main, flags=re.S))))


def number(pattern, words):
    found = re.search(pattern, words)
    return int(found[1].replace(",", "")) if found else 0


def promised(omena, path):
    return number(r"([\d,]+) cards? for today", text(omena, path))


def dealt(omena, source):
    """How many cards today's session deals, and how many of them are new."""
    status, _, body = omena.get(f"/study/review?{source}")
    assert status == 200
    found = re.search(rb'<script type="application/json" id="deal">(.*?)</script>', body, re.S)
    if not found:
        return 0, 0
    deal = json.loads(found[1])
    return deal["due"] + deal["new"], deal["new"]


def compare(omena, place):
    """Compares *Study*, the page and the row of each deck, the list of decks, sessions, the API and the statistics."""
    decks = json.loads(omena.get("/api/v1/decks")[2])
    rows = {int(id): words for id, words in rows_of(omena, "/")}
    listed = {int(id): words for id, words in rows_of(omena, "/decks")}
    if decks:
        assert promised(omena, "/") == dealt(omena, "decks=all")[0], place
    for deck in decks:
        at, today, id = f"{place}: {deck['name']}", deck["today"], int(deck["id"])
        page = text(omena, f"/decks/{id}")
        cards = today["due"] + today["new"]
        assert dealt(omena, f"deck={quote(deck['name'])}") == (cards, today["new"]), at
        assert promised(omena, f"/decks/{id}") == cards, at
        for words in (rows[id], listed[id]):
            assert number(r"([\d,]+) due", words) == today["due"], at
            assert number(r"([\d,]+) new\b", words) == today["new"], at
        if cards == 0:
            assert number(r"([\d,]+) cards? comes? back at", page) == today["backLater"], at
        known, learning = (number(rf"\b{name} ([\d,]+)", page) for name in ("known", "learning"))
        assert (known, learning) == (deck["known"], deck["learning"]), at
        notes = json.loads(omena.get(f"/api/v1/statistics?deck={quote(deck['name'])}")[2])["notes"]
        not_started = number(r"not started ([\d,]+)", page)
        assert (notes["known"], notes["learning"], notes["new"]) == (known, learning, not_started), at


def rows_of(omena, path):
    """The id of each deck in a list, with the words between its name and the next deck's."""
    body = omena.get(path)[2].decode()
    parts = re.split(r'href="/decks/(\d+)"', body)
    for id, rest in zip(parts[1::2], parts[2::2]):
        rest = re.split(r"/decks/\d+/options|</li>|<details", rest)[0]
        yield id, re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", rest[rest.index(">") + 1 :]))


def compare_command(omena, place):
    """Compares the statistics of the command with the API's."""
    for deck in json.loads(omena.get("/api/v1/decks")[2]):
        by_command = json.loads(run("stats", "--json", "--library", omena.library, "--deck", deck["name"]))
        known, learning = by_command["notes"]["known"], by_command["notes"]["learning"]
        assert (known, learning) == (deck["known"], deck["learning"]), f"{place}: {deck['name']}"
