"""What the nodes of a fleet say and serve, and when they refuse to start."""

import json
import subprocess

import pytest
from copies import rows
from fleet import Fleet, Node
from postgres import Postgres
from processes import wait_until
from students import answered, held_by


def test_any_node_serves_any_learner(fleet, anna):
    endpoints = [anna.through(endpoint) for endpoint in fleet.endpoints]

    events = [answered(endpoint) for endpoint in endpoints]

    reviews = [json.loads(endpoint.get("/api/v1/reviews")[2])["events"] for endpoint in endpoints]
    assert all({review["id"] for review in found} == set(events) for found in reviews)
    assert len(fleet.postgres.query("SELECT * FROM holder")) == 1


def test_a_node_tells_how_it_is(fleet, anna):
    node = fleet["a"]
    assert held_by(fleet, node, anna)
    before = node.metrics()
    answered(anna.through(fleet.endpoint_of(node)))
    after = node.metrics()

    assert after["omena_answers_total"] == before["omena_answers_total"] + 1
    assert after["omena_open_libraries"] == 1
    assert 0 < after["omena_lease_seconds"] <= 4
    said = {"/health": b"ok\n", "/ready": b"ready\n", "/readable": b"readable\n"}
    assert {path: node.get(path)[2] for path in said} == said

    for wire in node.wires.values():
        wire.cut()
    wait_until(lambda: node.get("/ready")[0] == 503, what="the end of readiness")
    assert node.get("/health")[0] == 200
    for wire in node.wires.values():
        wire.mend()
    wait_until(node.is_ready, what="readiness")


def test_a_node_whose_disk_is_full_is_not_ready_until_there_is_room(fleet):
    node = fleet["a"]
    node.fill_disk()

    wait_until(lambda: node.get("/ready")[0] == 503, what="the end of readiness")

    assert node.get("/ready")[2] == b"the disk cannot be written: File too large\n"
    assert node.get("/health")[0] == 200
    wait_until(lambda: not fleet.balancer.sees(node), what="the balancer's notice")
    node.empty_disk()
    wait_until(lambda: fleet.balancer.sees(node), what="readiness")


def test_what_is_open_can_be_read_while_the_disks_of_all_nodes_are_full(fleet, anna):
    event = answered(anna)
    for node in fleet.nodes:
        node.fill_disk()
    wait_until(lambda: not any(map(fleet.balancer.sees, fleet.nodes)), what="the balancer's notice")

    status, _, body = anna.get("/api/v1/reviews")

    assert status == 200 and [review["id"] for review in json.loads(body)["events"]] == [event]
    assert anna.get("/")[0] == 200
    assert {node.get("/ready")[0] for node in fleet.nodes} == {503}


def test_a_library_that_is_built_anew_has_what_its_first_page_needs(fleet, anna):
    node, other = fleet["a"], fleet["b"]
    assert held_by(fleet, node, anna)
    node.stop()

    assert anna.through(fleet.endpoint_of(other)).get("/api/v1/reviews")[0] == 200

    assert rows(fleet.library(other, anna), "SELECT count(*) FROM note WHERE has_new = 2") == [(0,)]


def test_a_bulk_import_that_is_built_anew_soon_has_what_its_pages_need(fleet, anna):
    node, other = fleet["a"], fleet["b"]
    assert held_by(fleet, node, anna)
    words = "".join(f"question {number}\tanswer {number}\n" for number in range(4_000))
    binary = {"Content-Type": "application/octet-stream"}
    assert anna.request("POST", "/import?deck=Words&do=save&name=a.tsv&id=ab", words, binary)[0] == 200
    node.stop()

    assert anna.through(fleet.endpoint_of(other)).get("/api/v1/reviews")[0] == 200

    unknown = "SELECT count(*) FROM note WHERE has_new = 2"
    wait_until(lambda: rows(fleet.library(other, anna), unknown) == [(0,)], what="refreshed notes")
    assert rows(fleet.library(other, anna), "SELECT count(*) > 4000 FROM note") == [(1,)]


def test_a_node_refuses_to_start_without_a_synchronous_standby():
    postgres = Postgres(standbys="")
    fleet = Fleet(postgres, options=["--one-copy"])
    with fleet:
        lone = Node(fleet, "lone")
        lone.options = []
        command = list(map(str, lone.command()))

        result = subprocess.run(command, capture_output=True, text=True, timeout=20)

        assert result.returncode != 0 and result.stdout == ""
        assert result.stderr.startswith("omena: ") and result.stderr.count("\n") == 1 and "--one-copy" in result.stderr


def test_nodes_speak_to_postgresql_over_tls(certificate):
    query = f"?sslmode=verify-full&sslrootcert={certificate[0]}"
    with Fleet(Postgres(tls=certificate), query=query) as fleet:
        answered(fleet.add("anna"))

        fleet.query = "?sslmode=verify-full&sslrootcert=system"
        stranger = Node(fleet, "stranger")
        result = subprocess.run(list(map(str, stranger.command())), capture_output=True, text=True, timeout=30)

        assert result.returncode != 0 and result.stderr.startswith("omena: ") and result.stderr.count("\n") == 1


def test_two_nodes_of_one_name_do_not_serve_at_once(fleet, anna):
    assert held_by(fleet, fleet["a"], anna)
    twin = Node(fleet, "a")
    twin.library = fleet.folder / "twin"
    result = subprocess.run(list(map(str, twin.command())), capture_output=True, text=True, timeout=30)

    assert result.returncode != 0 and result.stderr.startswith("omena: ") and result.stderr.count("\n") == 1
    answered(anna)


@pytest.mark.parametrize("offset", [-7200, 7200])
def test_a_lease_does_not_follow_a_clock_that_is_set(fleet, anna, offset):
    node, other = fleet["a"], fleet["b"]
    assert held_by(fleet, node, anna)

    node.clock.set(offset)
    other.clock.set(-offset)

    answered(anna.through(fleet.endpoint_of(other)))
    assert fleet.holder(anna) is node and node.is_ready() and other.is_ready()
