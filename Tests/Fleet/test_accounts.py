"""Who may do what is the same on every node: sessions, invitations, roles, classes, quotas; and the way in and out of a fleet."""

import contextlib
import http.client
import json
import random
import re
import shutil
import socket
import sqlite3
from urllib.parse import urlencode

import pytest
from copies import canonical, difference
from fleet import Node
from learners import FORM, PASSPHRASE, SCRIPT, Learner, School
from postgres import DATABASE
from processes import wait_until
from serving import practice
from students import DECK, JSON, Student, answered, held_by, picture

# Seconds after which all nodes have noticed a change of who may do what.
NOTICED = 2


def publish(teacher, deck):
    """Publishes a deck as a class; returns the secret of its link."""
    decks = json.loads(teacher.get("/api/v1/decks")[2])
    (id,) = [found["id"] for found in decks if found["name"] == deck]
    page = teacher.post_form("/classes", do="publish", deck=id, name="Class")
    return page, re.search(rb'value="[^"]+/class#([\w-]{22})"', teacher.get(page)[2])[1].decode()


def test_a_session_of_one_node_counts_on_all_until_it_is_ended(fleet, anna):
    a, b, c = map(fleet.endpoint_of, fleet.nodes)
    fields = urlencode({"name": "anna", "passphrase": PASSPHRASE})
    status, headers, body = a.request("POST", "/sign-in", fields, {**FORM, "Accept": "application/json"})
    assert status == 200, body
    session = a.session_in(headers, body)
    for endpoint in (a, b, c):
        assert endpoint.request("GET", "/~anna/", headers=a.carrying(session))[0] == 200
    assert b.sign_in("anna", "wrong green apples")[0] != 200

    assert b.request("POST", "/sign-out", urlencode({"name": "anna", "do": "here"}), {**FORM, **a.carrying(session)})[0] == 303

    for endpoint in (a, b, c):
        wait_until(lambda endpoint=endpoint: endpoint.request("GET", "/~anna/", headers=a.carrying(session))[0] == 303, NOTICED)


def test_an_invitation_is_used_once_whichever_node_is_asked(fleet, anna):
    a, b, _ = map(fleet.endpoint_of, fleet.nodes)
    a.manage("add", "ben")
    secret = a.invite("ben")
    assert a.join("ben", secret).get("/")[0] == 200

    fields = {"invitation": secret, "passphrase": PASSPHRASE, "again": PASSPHRASE}
    status, _, _ = b.request("POST", "/join", urlencode(fields), {**FORM, "Accept": "application/json"})

    assert status >= 400


def test_settings_say_that_there_are_no_locks(fleet, anna):
    page = anna.get("/settings")[2].decode()
    assert "/settings/lock" not in page and "they are on several machines" in page

    status, _, body = anna.get("/settings/lock")

    assert 400 <= status < 500 and b"they are on several machines" in body


def test_a_closed_learner_is_refused_by_every_node(fleet, anna):
    ben = fleet.add("ben")
    assert all(ben.through(endpoint).get("/")[0] == 200 for endpoint in fleet.endpoints)

    fleet.endpoint.manage("close", "ben")

    for endpoint in fleet.endpoints:
        wait_until(lambda endpoint=endpoint: ben.through(endpoint).get("/")[0] == 303, NOTICED)


def own_address():
    """The address of this machine in a network; nothing is sent."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as connection:
        connection.connect(("192.0.2.1", 9))
        return connection.getsockname()[0]
    return pytest.skip("this machine is in no network")


class NodeInNetwork(Node):
    """A node that is reached at this machine's address in a network."""

    def command(self):
        words = super().command()
        words[words.index("--at") + 1] = f"{own_address()}:{self.port}"
        return words

    def connect(self):
        return http.client.HTTPConnection(own_address(), self.port, timeout=60)


def test_wrong_tries_behind_a_nodes_proxy_count_for_each_client_alone(fleet, anna):
    node = NodeInNetwork(fleet, "d")
    fleet.nodes.append(node)
    node.start()

    def sign_in(name, passphrase, client):
        body = urlencode({"name": name, "passphrase": passphrase})
        return node.request("POST", "/sign-in", body, {**FORM, **SCRIPT, "X-Forwarded-For": client})[0]

    statuses = [sign_in(f"name{number}", "wrong green apples", "198.51.100.7") for number in range(21)]

    assert statuses == [401] * 20 + [429]
    assert sign_in("anna", PASSPHRASE, "203.0.113.5") == 200


def test_nodes_keep_no_files_of_a_closed_learner(fleet, anna):
    ben = fleet.add("ben")
    first, second = fleet["a"], fleet["b"]
    assert held_by(fleet, first, ben)
    event = answered(ben)
    first.stop()
    assert held_by(fleet, second, ben)
    assert fleet.library(first, ben).exists() and fleet.library(second, ben).exists()
    fleet.endpoint.manage("close", "ben")
    second.stop()

    # Looked after when a node starts, and every day.
    fleet.start([first, second])

    for node in (first, second):
        wait_until(lambda node=node: not fleet.library(node, ben).exists(), what="deletion")
    fleet.endpoint.manage("reopen", "ben")
    fields = urlencode({"name": "ben", "passphrase": PASSPHRASE})
    status, headers, body = fleet.endpoint.request("POST", "/sign-in", fields, {**FORM, **SCRIPT})
    assert status == 200, body
    again = fleet.endpoint.member("ben", fleet.endpoint.session_in(headers, body))
    assert [review["id"] for review in json.loads(again.get("/api/v1/reviews")[2])["events"]] == [event]


def test_a_class_reaches_learners_whose_libraries_other_nodes_hold(fleet, anna):
    tessa, ben = fleet.add("tessa", "--role", "teacher"), fleet.add("ben")
    a, b, _ = map(fleet.endpoint_of, fleet.nodes)
    teacher, learner = tessa.through(a), ben.through(b)
    assert teacher.get("/")[0] == learner.get("/")[0] == 200
    assert {fleet.holder(tessa).name, fleet.holder(ben).name} == {"a", "b"}
    body = {"type": "Basic", "deck": DECK, "fields": {"Front": "from the teacher", "Back": "x"}, "even": True}
    assert teacher.request("POST", "/api/v1/notes", json.dumps(body), JSON)[0] == 201
    _, secret = publish(teacher, DECK)

    fields = urlencode({"secret": secret, "name": "ben", "progress": "off"})
    assert b.request("POST", "/class", fields, {**FORM, **b.carrying(ben.session)})[0] == 303

    found = json.loads(learner.get("/api/v1/notes?limit=500")[2])["notes"]
    assert [note["fields"]["Back"] for note in found if note["fields"].get("Front") == "from the teacher"] == ["x"]


def test_a_quota_counts_on_every_node(fleet, anna):
    assert anna.get("/")[0] == 200
    fleet.endpoint.manage("quota", "anna", "1K")
    body = json.dumps({"type": "Basic", "deck": DECK, "fields": {"Front": "more", "Back": "x"}, "even": True})

    def is_refused(endpoint):
        status, _, answer = anna.through(endpoint).request("POST", "/api/v1/notes", body, JSON)
        assert status < 500 or status == 507, answer
        return status >= 400

    for endpoint in fleet.endpoints:
        wait_until(lambda endpoint=endpoint: is_refused(endpoint), NOTICED)
    deal = anna.deal(DECK)
    assert anna.post_reviews(deal, [practice(deal["cards"][0])])[1]["results"][0]["outcome"] == "stored"


def worked(learner, endpoint, seed):
    """A student who has done something of everything."""
    student = Student(learner, [endpoint], random.Random(seed))
    for action in [student.open, student.answer, student.add, student.edit, student.tag, student.upload, student.import_deck]:
        action()
    for _ in range(20):
        student.step()
    student.finish()
    assert all(isinstance(status, int) and status < 300 for status in student.statuses), student.statuses
    return student


def test_a_server_of_several_learners_moves_into_a_fleet_and_back(fleet, tmp_path):
    with School(tmp_path / "school") as school:
        learners = [school.add(name) for name in ("ben", "cleo")]
        for learner in learners:
            learner.through = lambda endpoint, learner=learner: learner
        students = [worked(learner, school, seed) for seed, learner in enumerate(learners)]
        before = {learner.name: canonical(learner.library) for learner in learners}

    fleet.command("fleet", "import", tmp_path / "school")

    for student in students:
        # The same session, on a node.
        member = fleet.endpoint.member(student.learner.name, student.learner.session)
        assert member.get("/")[0] == 200
        held = fleet.library(fleet.holder(member), member)
        assert student.faults(held) == []
        assert canonical(held) == before[member.name], difference(before[member.name], canonical(held))
        for digest, content in student.pictures.items():
            assert member.get(f"/media/{digest}")[2] == content
        student.learner, student.endpoints = member, [member]
        student.add()
        student.answer()
        student.upload()

    for node in fleet.nodes:
        node.stop()
    shutil.rmtree(tmp_path / "school")
    fleet.command("fleet", "export", tmp_path / "school")

    with School(tmp_path / "school") as school:
        for student, learner in zip(students, learners):
            learner.school = school
            assert learner.get("/")[0] == 200
            assert student.faults(learner.library) == []
            for digest, content in student.pictures.items():
                assert learner.get(f"/media/{digest}")[2] == content


def test_a_learner_whose_account_was_deleted_can_be_imported_again(fleet, anna, tmp_path):
    with School(tmp_path / "school") as school:
        ben = school.add("ben")
        event = answered(ben)
    fleet.command("fleet", "import", tmp_path / "school")
    ben = fleet.endpoint.member("ben", ben.session)
    assert ben.get("/")[0] == 200
    rows = [f"SELECT count(*) AS n FROM {table} WHERE learner = {ben.id}" for table in ("slot", "piece", "snapshot", "holder")]
    fleet.endpoint.manage("close", "ben")
    node = fleet["a"]
    # As if it had been started now and then.
    for day in (1, 7, 13, 19, 25, 31):
        node.stop()
        node.clock.set(day * 86_400)
        fleet.start([node])
    wait_until(lambda: not fleet.postgres.query("SELECT id FROM account WHERE name = 'ben'"), what="deletion")
    assert [fleet.postgres.query(sql) for sql in rows] == [[{"n": 0}]] * len(rows)
    node.clock.set(0)

    fleet.command("fleet", "import", tmp_path / "school")

    assert [review["id"] for review in json.loads(ben.get("/api/v1/reviews")[2])["events"]] == [event]


def test_an_export_tells_what_the_fleet_lacks_and_writes_everything_else(fleet, anna, tmp_path):
    ben, tessa = fleet.add("ben"), fleet.add("tessa", "--role", "teacher")
    contents = {name: picture(name) for name in ("kept.png", "lost.png", "damaged.png")}
    addresses = {name: json.loads(ben.request("POST", f"/media?name={name}", content)[2])["address"] for name, content in contents.items()}
    event = answered(ben)
    body = {"type": "Basic", "deck": DECK, "fields": {"Front": "from the teacher", "Back": "x"}, "even": True}
    assert tessa.request("POST", "/api/v1/notes", json.dumps(body), JSON)[0] == 201
    publish(tessa, DECK)
    for node in fleet.nodes:
        node.stop()
    digests = {name: address.rsplit("/", 1)[1] for name, address in addresses.items()}
    for sql in (
        f"DELETE FROM piece WHERE digest = '\\x{digests['lost.png']}'",
        f"UPDATE piece SET bytes = '\\x00' WHERE digest = '\\x{digests['damaged.png']}'",
        "DELETE FROM piece WHERE learner = 0",
    ):
        fleet.postgres.primary.execute(sql, DATABASE)

    said = fleet.command("fleet", "export", tmp_path / "school", code=1).splitlines()

    missing = "is missing or incomplete in the fleet"
    assert said[:2] == [f"ben: damaged.png {missing}", f"ben: lost.png {missing}"]
    assert said[2].startswith("files of classes are missing") and said[3].startswith("omena: ") and len(said) == 4
    with School(tmp_path / "school") as school:
        learner = Learner(school, "ben", ben.session)
        assert [review["id"] for review in json.loads(learner.get("/api/v1/reviews")[2])["events"]] == [event]
        assert learner.get(addresses["kept.png"])[2] == contents["kept.png"]
        assert Learner(school, "tessa", tessa.session).get("/")[0] == 200


def test_no_new_library_takes_the_place_of_one_that_is_damaged_in_the_fleet(fleet, anna, tmp_path):
    ben, cleo = fleet.add("ben"), fleet.add("cleo")
    assert ben.get("/")[0] == cleo.get("/")[0] == 200
    for node in fleet.nodes:
        node.stop()
    fleet.postgres.primary.execute(f"UPDATE piece SET bytes = '\\x00' WHERE learner = {ben.id}", DATABASE)

    said = fleet.command("fleet", "export", tmp_path / "school", code=1).splitlines()

    assert said[0].startswith("ben: the library is damaged in the fleet: ")
    assert said[1].startswith("omena: the libraries of ben were not exported") and len(said) == 2
    with School(tmp_path / "school") as school:
        assert Learner(school, "cleo", cleo.session).get("/")[0] == 200
        learner = Learner(school, "ben", ben.session)
        assert learner.get("/")[0] >= 500
        # Cleo's; Anna has opened none yet.
        assert len(list(school.library.glob("learners/*/*/library.omena"))) == 1


def test_nobody_continues_the_log_of_a_learner_who_was_deleted_and_imported_again(fleet, anna, tmp_path):
    with School(tmp_path / "school") as school:
        ben = school.add("ben")
        event = answered(ben)
    fleet.command("fleet", "import", tmp_path / "school")
    ben = fleet.endpoint.member("ben", ben.session)
    first, second = fleet["a"], fleet["b"]
    # The first node has the library open.
    assert held_by(fleet, first, ben)
    for table in ("slot", "piece", "snapshot", "holder"):
        fleet.postgres.primary.execute(f"DELETE FROM {table} WHERE learner = {ben.id}", DATABASE)
    fleet.command("fleet", "import", tmp_path / "school")
    assert ben.through(fleet.endpoint_of(second)).get("/")[0] == 200
    terms = f"SELECT term FROM slot WHERE learner = {ben.id} ORDER BY number"
    before = fleet.postgres.query(terms)
    assert len(before) == 3

    old = ben.through(fleet.endpoint_of(first))
    deal = old.deal(DECK)
    batch = {"library": deal["library"], "epoch": deal["epoch"], "events": [practice(deal["cards"][0])]}
    status = old.request("POST", "/reviews", json.dumps(batch), JSON)[0]

    assert status == 503 and fleet.postgres.query(terms) == before
    assert [review["id"] for review in json.loads(old.get("/api/v1/reviews")[2])["events"]] == [event]
    assert fleet.holder(ben) is second


def test_pieces_of_an_interrupted_upload_go_when_the_library_is_next_opened(fleet, anna):
    node, other = fleet["a"], fleet["b"]
    assert held_by(fleet, node, anna)
    for digest, part in (("01", 2), ("01", 1), ("02", 1), ("02", 0)):
        sql = f"INSERT INTO piece (learner, digest, part, bytes) VALUES ({anna.id}, '\\x{digest}', {part}, '\\x00')"
        fleet.postgres.primary.execute(sql, DATABASE)
    node.stop()

    assert anna.through(fleet.endpoint_of(other)).get("/")[0] == 200

    left = "SELECT encode(digest, 'hex') AS digest, part FROM piece WHERE octet_length(digest) = 1 ORDER BY part"
    whole = [{"digest": "02", "part": 0}, {"digest": "02", "part": 1}]
    wait_until(lambda: fleet.postgres.query(left) == whole, what="deletion")


def test_an_import_that_was_interrupted_is_finished(fleet, tmp_path):
    with School(tmp_path / "school") as school:
        learner = school.add("ben")
        learner.through = lambda endpoint: learner
        student = worked(learner, school, 0)
        before = canonical(learner.library)
    accounts = sqlite3.connect(f"file:{tmp_path / 'school' / 'accounts.omena'}?mode=ro", uri=True)
    ((number,),) = accounts.execute("SELECT id FROM account")
    accounts.close()
    # The library had a holder, and nothing else yet.
    fleet.postgres.primary.execute(f"INSERT INTO holder (learner, node, claim) VALUES ({number}, '', 1)", DATABASE)

    fleet.command("fleet", "import", tmp_path / "school")

    member = fleet.endpoint.member("ben", student.learner.session)
    assert member.get("/")[0] == 200
    held = fleet.library(fleet.holder(member), member)
    assert canonical(held) == before, difference(before, canonical(held))
