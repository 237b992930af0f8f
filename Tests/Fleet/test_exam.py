"""The exams themselves notice what is lost if commits are not fenced, are in the wrong order, or are on one server only."""

import concurrent.futures
import json

import pytest
from faults import PrimaryLeftBehind
from fleet import Fleet
from postgres import DATABASE, Postgres
from processes import kill, wait_until
from schedules import SLOTS, Schedule
from serving import practice
from students import DECK, held_by

# Chance has to hit the moment at which something is lost, so that some schedules find nothing.
TRIES = 10


def test_asynchronous_replication_loses_answers():
    for seed in range(TRIES):
        fleet = Fleet(Postgres(standbys=""), options=["--one-copy"])
        found = "\n".join(Schedule(seed, students=4, faults=2, kinds=[PrimaryLeftBehind], fleet=fleet).run())
        if found:
            break

    assert "is lost" in found, found


def broken(fault):
    """A fleet whose nodes break a rule, if any."""
    return Fleet(environment={"OMENA_FLEET_FAULT": fault} if fault else {})


def slots(fleet):
    """A digest of each slot."""
    return {(row["learner"], row["number"]): row["digest"] for row in fleet.postgres.query(SLOTS)}


@pytest.mark.parametrize("fault", ["", "unfenced"])
def test_a_commit_that_arrives_after_another_claim_replaces_it_only_if_it_is_not_fenced(fault):
    with broken(fault) as fleet, concurrent.futures.ThreadPoolExecutor(1) as pool:
        anna, node, other = fleet.add("anna"), fleet["a"], fleet["b"]
        assert held_by(fleet, node, anna)
        there, elsewhere = anna.through(fleet.endpoint_of(node)), anna.through(fleet.endpoint_of(other))
        deal = there.deal(DECK)
        # It is known who is signed in, so that the commit is all that has to reach PostgreSQL.
        for wire in node.wires.values():
            wire.hold("there")
        answer = pool.submit(there.post_reviews, deal, [practice(deal["cards"][0])])
        # Sooner than its lease ends, because fencing does not depend on that.
        fleet.postgres.primary.execute("UPDATE node SET process = '', beat = beat + 1 WHERE node = 'a'", DATABASE)
        wait_until(lambda: elsewhere.get("/")[0] == 200 and fleet.holder(anna) is other, what="a claim")
        claimed = slots(fleet)
        for wire in node.wires.values():
            wire.mend()
        status, body = answer.result()

        replaced = [place for place, digest in slots(fleet).items() if claimed.get(place, digest) != digest]

        assert (status, len(replaced)) == ((200, 1) if fault else (503, 0)), body


@pytest.mark.parametrize("fault", ["", "commit-first"])
def test_an_answer_that_is_in_the_file_before_it_is_shared_is_lost_with_the_file(fault):
    with broken(fault) as fleet:
        anna, node = fleet.add("anna"), fleet["a"]
        assert held_by(fleet, node, anna)
        there = anna.through(fleet.endpoint_of(node))
        deal = there.deal(DECK)
        event = practice(deal["cards"][0])
        for wire in node.wires.values():
            wire.cut()
        assert there.post_reviews(deal, [event])[0] == 503
        for wire in node.wires.values():
            wire.mend()
        kill(node.process.pid)
        node.stop()
        fleet.start([node])
        # As a browser sends again what was not acknowledged.
        assert there.post_reviews(there.deal(DECK), [event])[0] == 200
        node.stop()
        node.lose_files()
        fleet.start([node])

        kept = [review["id"] for review in json.loads(there.get("/api/v1/reviews")[2])["events"]]

        assert kept == ([] if fault else [event["id"]])
