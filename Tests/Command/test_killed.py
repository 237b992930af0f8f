"""What was acknowledged is on disk, whatever happens to the program."""

import http.client
import random
import threading

from serving import Omena, practice

KILLS = 50


def test_every_acknowledged_answer_survives_kill(library):
    chance = random.Random(6636)
    acknowledged = set()
    sent = set()
    for _ in range(KILLS):
        omena = Omena(library).start()
        deal = omena.deal()
        killer = threading.Timer(chance.uniform(0.002, 0.15), omena.kill)
        killer.start()
        try:
            while True:
                events = [practice(chance.choice(deal["cards"])) for _ in range(chance.randint(1, 5))]
                sent |= {event["id"] for event in events}
                status, answer = omena.post_reviews(deal, events)
                assert status == 200
                acknowledged |= {r["id"] for r in answer["results"] if r["outcome"] == "stored"}
        except (OSError, http.client.HTTPException):
            pass
        killer.join()

    with Omena(library) as omena:
        log = set(omena.log())
    assert len(acknowledged) > KILLS
    assert acknowledged <= log
    assert log <= sent


def test_an_answer_that_was_lost_on_the_way_back_is_known_the_second_time(library):
    omena = Omena(library).start()
    deal = omena.deal()
    events = [practice(card) for card in deal["cards"]]
    assert {r["outcome"] for r in omena.post_reviews(deal, events)[1]["results"]} == {"stored"}
    omena.kill()

    with Omena(library) as omena:
        results = omena.post_reviews(deal, events)[1]["results"]

    assert {r["outcome"] for r in results} == {"known"}
    assert len(omena.log()) == len(events)


def test_stopping_finishes_requests_in_hand_and_closes_the_library(library):
    omena = Omena(library).start()
    deal = omena.deal()
    omena.post_reviews(deal, [practice(deal["cards"][0])])

    assert omena.stop() == 0

    assert not library.with_name(library.name + "-wal").exists()
    assert not library.with_name(library.name + "-socket").exists()
    assert len(omena.log()) == 1
