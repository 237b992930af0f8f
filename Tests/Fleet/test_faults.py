"""What a fleet does when a node is drained, restarted, paused or killed, and when PostgreSQL's primary dies."""

import json
import random
import threading

from postgres import DATABASE
from processes import kill, wait_until
from students import DECK, JSON, Student, answered, held_by


class Load:
    """Students who work all the time, through the balancer only."""

    def __init__(self, fleet, count):
        learners = [fleet.add(f"learner{number}") for number in range(count)]
        self.students = [Student(learner, [fleet.endpoint], random.Random(index)) for index, learner in enumerate(learners)]

    def __enter__(self):
        for student in self.students:
            student.start()
        self.wait_for_more()
        return self

    def __exit__(self, *_):
        for student in self.students:
            student.is_over.set()
        for student in self.students:
            student.join(60)
            assert not student.failure, student.failure

    def wait_for_more(self):
        """Waits until each has done something again."""
        before = [student.done for student in self.students]
        for student, count in zip(self.students, before):
            wait_until(lambda student=student, count=count: student.failure or student.done > count + 1, what="service")

    def failed(self):
        """What the requests that failed were told."""
        return [
            student.refusals.get(what, what) for student in self.students for what in student.statuses if what not in (200, 201, 204)
        ]


def test_a_killed_node_is_replaced_even_if_its_disk_is_lost(fleet, anna):
    node, other = fleet["a"], fleet["b"]
    assert held_by(fleet, node, anna)
    event = answered(anna)
    kill(node.process.pid)
    node.stop()
    node.lose_files()
    through = anna.through(fleet.endpoint_of(other))

    wait_until(lambda: through.get("/")[0] == 200, what="service")

    assert fleet.holder(anna) is other
    assert [review["id"] for review in json.loads(through.get("/api/v1/reviews")[2])["events"]] == [event]
    assert fleet.library(other, anna).exists()


def test_a_drained_node_gives_its_libraries_away_and_no_request_fails(fleet):
    with Load(fleet, 6) as load:
        node = fleet["a"]
        fleet.command("node", "drain", "a")
        wait_until(lambda: fleet.postgres.query("SELECT * FROM holder WHERE node = 'a'") == [], what="draining")
        load.wait_for_more()
        # What still arrives there is forwarded.
        assert load.students[0].learner.through(fleet.endpoint_of(node)).get("/")[0] == 200
        assert fleet.postgres.query("SELECT * FROM holder WHERE node = 'a'") == []
        assert node.get("/ready")[0] == 503
    assert load.failed() == []


# Notes when a wish to drain a node is overwritten.
NOTE_WHAT_IS_FORGOTTEN = """
CREATE TABLE forgotten (node TEXT);
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
    'BEGIN INSERT INTO forgotten VALUES (OLD.node); RETURN NULL; END';
CREATE TRIGGER note AFTER UPDATE ON node FOR EACH ROW WHEN (NEW.draining < OLD.draining) EXECUTE FUNCTION note();
"""
# Commits when the node's renewal, which has the same beat, waits for the row.
DRAIN_BESIDE_RENEWAL = """
DO $$ BEGIN
    UPDATE node SET draining = 1, beat = beat + 1 WHERE node = 'a';
    WHILE NOT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid) LOOP
        PERFORM pg_sleep(0.01);
    END LOOP;
END $$
"""


def test_a_node_that_renews_its_lease_at_the_same_moment_is_drained_all_the_same(fleet):
    for sql in NOTE_WHAT_IS_FORGOTTEN, DRAIN_BESIDE_RENEWAL:
        fleet.postgres.primary.execute(sql, DATABASE)

    wait_until(lambda: fleet.postgres.query("SELECT draining FROM node WHERE node = 'a'") == [{"draining": 2}], what="draining")

    assert fleet.postgres.query("SELECT * FROM forgotten") == []


def test_nodes_are_restarted_one_after_the_other_and_requests_have_to_be_repeated_at_most(fleet):
    with Load(fleet, 6) as load:
        for node in fleet.nodes:
            assert node.stop() == 0
            load.wait_for_more()
            fleet.start([node])
            load.wait_for_more()
    # Two nodes may want the same library at the same moment; whoever asked the one that does not get it asks again.
    assert {status for student in load.students for status in student.statuses} <= {200, 201, 204, 503}, load.failed()


def test_a_dead_primary_is_replaced_and_nothing_is_lost(fleet, anna):
    events = [answered(anna)]
    fleet.postgres.primary.kill()
    status, _, body = anna.request("POST", "/api/v1/notes", json.dumps({"type": "Basic", "deck": DECK, "fields": {"Front": "x", "Back": "y"}}), JSON)
    assert status == 503, body

    old = fleet.postgres.fail_over()

    def is_served():
        return anna.get("/api/v1/decks")[0] == 200 and anna.deal(DECK)

    wait_until(is_served, what="service")
    events.append(answered(anna))
    fleet.postgres.rejoin(old)
    assert {review["id"] for review in json.loads(anna.get("/api/v1/reviews")[2])["events"]} == set(events)


def test_a_paused_holder_serves_nothing_when_it_wakes_up_after_another_took_over(fleet, anna):
    node, other = fleet["a"], fleet["b"]
    assert held_by(fleet, node, anna)
    answered(anna)
    node.pause()
    # Asked before it was paused for, and answered when it wakes up.
    late, found = anna.through(fleet.endpoint_of(node)), []
    asking = threading.Thread(target=lambda: found.append(late.get("/api/v1/reviews")))
    asking.start()
    through = anna.through(fleet.endpoint_of(other))
    # Whoever asks meanwhile is answered when the lease has ended, at the latest.
    wait_until(lambda: through.get("/")[0] == 200, what="service by another node")
    second = answered(through)

    node.resume()
    asking.join(30)

    status, _, body = found[0]
    assert status == 503 or second in {review["id"] for review in json.loads(body)["events"]}
    assert fleet.holder(anna) is other
