"""Whatever was acknowledged is on disk, even if the program is killed."""

import http.client
import random
import threading

from serving import Omena, copy_new_library, practice

KILLS = 50


def test_every_acknowledged_answer_survives_kill(library):
    copy_new_library(library)
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


def test_an_answer_sent_again_after_its_receipt_was_lost_is_known(library):
    copy_new_library(library)
    omena = Omena(library).start()
    deal = omena.deal()
    events = [practice(card) for card in deal["cards"]]
    assert {r["outcome"] for r in omena.post_reviews(deal, events)[1]["results"]} == {"stored"}
    omena.kill()

    with Omena(library) as omena:
        results = omena.post_reviews(deal, events)[1]["results"]

    assert {r["outcome"] for r in results} == {"known"}
    assert len(omena.log()) == len(events)


def test_stopping_closes_the_library(library):
    copy_new_library(library)
    omena = Omena(library).start()
    deal = omena.deal()
    omena.post_reviews(deal, [practice(deal["cards"][0])])

    assert omena.stop() == 0

    assert not library.with_name(library.name + "-wal").exists()
    assert not library.with_name(library.name + "-socket").exists()
    assert len(omena.log()) == 1
