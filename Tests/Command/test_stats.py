"""`omena stats` and `GET /api/v1/statistics`: the same numbers, whether the library is served or not."""

import json
import os
import subprocess
import time
from datetime import date, timedelta

import pytest
from serving import BINARY, Omena, copy_new_library

DAY = 86_400_000


def run(library, *options):
    return subprocess.run(
        [BINARY, "stats", "--library", library, *options],
        capture_output=True,
        text=True,
        timeout=60,
        env={key: value for key, value in os.environ.items() if key != "OMENA_LIBRARY"},
    )


def stats(library, *options):
    result = run(library, "--json", *options)
    assert result.returncode == 0 and result.stderr == "", result
    return json.loads(result.stdout)


def answer(number, card, days_ago, grade="good", **changes):
    return {
        "id": str(number),
        "kind": "review",
        "note": card["note"],
        "face": card["face"],
        "grade": grade,
        "due": None,
        "reviews": None,
        "moment": int(time.time() * 1000) - days_ago * DAY,
        "offset": 0,
        "duration": 30_000,
        "mode": "review",
        **changes,
    }


@pytest.fixture
def served(library):
    """A library in which one card was learned and remembered, one forgotten, and one practised."""
    copy_new_library(library)
    with Omena(library) as omena:
        deal = omena.deal()
        first, second, third = deal["cards"][:3]
        events = [
            answer(1, first, 30),
            answer(2, first, 2),
            answer(3, second, 9),
            answer(4, second, 2, "again"),
            answer(5, third, 2, "good", kind="practice", mode="race"),
        ]
        for event in events[4:]:
            del event["due"], event["reviews"]
        status, receipts = omena.post_reviews(deal, events)
        assert status == 200 and {result["outcome"] for result in receipts["results"]} == {"stored"}
        yield omena


def test_counts_reviews_practice_and_retention(served):
    found = stats(served.library, "--range", "90")

    assert [(day["reviews"], day["practice"], day["minutes"]) for day in found["days"]] == [
        (1, 0, 0.5), (1, 0, 0.5), (2, 1, 1.5),
    ]
    assert found["retention"] == {"recalled": 1, "of": 2}
    assert found["grades"] == {"learning": [0, 0, 2, 0], "young": [1, 0, 0, 0], "mature": [0, 0, 1, 0]}
    assert set(found["states"]) == {"new", "learning", "relearning", "young", "mature", "suspended", "buried"}
    assert found["practice"] == [{"mode": "race", "answers": 1, "right": 1, "minutes": 0.5}]


def test_the_command_and_the_api_say_the_same_served_or_not(served):
    status, _, body = served.get("/api/v1/statistics?range=90&deck=First%20questions")
    by_api = json.loads(body)
    by_server = stats(served.library, "--range", "90", "--deck", "First questions")
    served.stop()
    by_itself = stats(served.library, "--range", "90", "--deck", "First questions")

    def numbers(found):
        # Recall falls while the test runs.
        return {name: found[name] for name in found if name not in ("notes", "languages", "retrievability")}

    assert status == 200
    assert by_api["scope"] == {"decks": ["First questions"]}
    assert numbers(by_api) == numbers(by_server) == numbers(by_itself)


def test_a_search_counts_only_its_cards(served):
    found = stats(served.library, "--search", "deck:\"First words\"", "--range", "all")

    assert found["days"] == [] and found["states"]["young"] == 0


def test_a_new_card_with_a_due_date_is_being_learned_as_on_its_decks_page(served):
    cards = [{"note": card["note"], "face": card["face"]} for card in served.deal()["cards"][3:5]]
    body = json.dumps({"action": "redate", "days": 5, "cards": cards})
    assert served.request("POST", "/api/v1/cards/actions", body, {"Content-Type": "application/json"})[0] == 200
    (deck,) = [deck for deck in json.loads(served.get("/api/v1/decks")[2]) if deck["name"] == "First questions"]

    found = stats(served.library, "--deck", "First questions")["notes"]

    assert (found["known"], found["learning"], found["new"]) == (deck["known"], deck["learning"], 10 - deck["known"] - deck["learning"])


def test_a_buried_card_comes_up_when_it_is_shown_again(served):
    card = {name: value for name, value in served.deal()["cards"][3].items() if name in ("note", "face")}

    def act(action, **values):
        body = json.dumps({"action": action, "cards": [card], **values})
        assert served.request("POST", "/api/v1/cards/actions", body, {"Content-Type": "application/json"})[0] == 200

    def coming():
        found = stats(served.library)
        return {day["day"]: day["notes"] for day in found["forecast"]}, found["today"], found["overdue"]

    before, today, overdue = coming()
    act("redate", days=0)
    assert coming()[0] == before | {today: before.get(today, 0) + 1}
    act("bury")

    tomorrow = (date.fromisoformat(today) + timedelta(days=1)).isoformat()
    assert coming() == (before | {tomorrow: before.get(tomorrow, 0) + 1}, today, overdue)


def test_a_hard_word_is_named_by_its_text_alone(served):
    deal = served.deal("First words")
    card = deal["cards"][0]
    grades = ["easy", "again", "good", "again", "good", "again", "good", "again", "good"]
    events = [answer(100 + number, card, 90 - 10 * number, grade) for number, grade in enumerate(grades)]
    status, receipts = served.post_reviews(deal, events)
    assert status == 200 and {result["outcome"] for result in receipts["results"]} == {"stored"}
    text = json.loads(served.get(f"/api/v1/notes/{card['note']}")[2])["fields"]["en"]

    assert stats(served.library)["hardest"] == [{"note": card["note"], "text": text, "lapses": 4}]
    page = served.get("/statistics", **{"Accept-Language": "fr"})[2].decode()
    assert f">{text}</a>" in page


def test_prints_sentences_and_tables(served):
    result = run(served.library, "--range", "90")

    assert result.returncode == 0, result
    assert "You studied on 3 of 90 days" in result.stdout
    assert "You recalled 1 of 2. Your target is 90%." in result.stdout
    assert max(map(len, result.stdout.splitlines())) < 220


def test_a_day_without_answers_took_no_time(served):
    result = run(served.library, "--range", "30")
    times = result.stdout.partition("\nTime\n")[2].partition("\n\n")[2].partition("\n\n")[0].splitlines()[1:]

    assert [line.split("  ")[-1].strip() for line in times if not line.endswith(" 0 min")] == ["1 min", "2 min"]
    assert len(times) == 30


def test_refuses_a_search_with_a_mistake(served):
    result = run(served.library, "--search", "deck:")
    assert (result.returncode, result.stderr) == (1, "omena: Add a deck name after “deck:”.\n")
    status, _, body = served.get("/api/v1/statistics?query=%28")
    assert (status, json.loads(body)["error"]) == (400, "This bracket isn’t closed.")
    assert served.get("/statistics?query=%28")[0] == 200


def test_refuses_what_does_not_exist(served):
    unknown = run(served.library, "--deck", "Nothing")
    assert (unknown.returncode, unknown.stderr) == (1, "omena: This deck or tag doesn’t exist.\n")
    wrong = run(served.library, "--range", "31")
    assert wrong.returncode == 2 and "--range is one of 30, 90, year, all" in wrong.stderr
    empty = run(served.library, "--deck", "")
    assert empty.returncode == 2 and "--deck is empty" in empty.stderr
    assert served.get("/statistics?deck=Nothing")[0] == 404
    assert served.get("/api/v1/statistics?range=31")[0] == 400
    served.stop()
    alone = run(served.library, "--deck", "Nothing")
    assert (alone.returncode, alone.stderr) == (1, "omena: This deck or tag doesn’t exist.\n")
