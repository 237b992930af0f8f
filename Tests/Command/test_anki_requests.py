"""The port for programs made for Anki: who is answered, and how."""

import json
import time

import pytest
from locks import FORM, opened, unlock
from programs import KEY, PICTURE, AnkiServer, allow, contents, note


def test_a_wrong_key_is_refused_and_no_key_is_asked_about(server):
    wrong = server.program(key="another")
    assert wrong.error("deckNames") == "valid api key must be provided"
    keyless = server.program(key=None)
    assert keyless.error("version") == "valid api key must be provided"
    assert keyless("requestPermission") == {"permission": "denied"}
    allow(server)
    assert keyless("requestPermission")["permission"] == "granted"


def test_a_program_that_was_revoked_is_refused_also_with_the_key(server):
    program = server.program()
    assert program("version") == 6
    number = server.read("SELECT max(id) FROM client")
    server.post_form(f"/settings/connections/{number}", do="refuse")
    assert program.error("version") == "valid api key must be provided"
    server.post_form(f"/settings/connections/{number}", do="forget")
    assert program("version") == 6


def test_each_request_is_one_entry_that_can_be_undone(server):
    program = server.program(origin="app://obsidian.md")
    before = contents(server)
    actions = [{"action": "addNote", "params": {"note": note("New deck" if n else "Default", Front=f"n {n}")}} for n in range(1)]
    program("multi", actions=[{"action": "createDeck", "params": {"deck": "A::B"}}, *actions,
                              {"action": "addTags", "params": {"notes": program("findNotes", query="deck:*")[:2], "tags": "t"}},
                              {"action": "storeMediaFile", "params": {"filename": "u.png", "data": PICTURE}}])
    assert server.read("SELECT count(*) FROM journal") == 1
    assert "Obsidian" in server.get("/history")[2].decode()
    assert program("guiUndo") is True
    after = contents(server)
    assert after[:4] == before[:4] and server.read("SELECT count(*) FROM note_tag WHERE tag = 't'") == 0
    assert program("guiUndo") is False


def test_what_a_program_deletes_goes_to_the_bin(server):
    program = server.program()
    added = program("addNote", note=note("Bin me", Front="gone") if program("createDeck", deck="Bin me") else None)
    program("deleteNotes", notes=[added])
    assert program("findNotes", query=f"nid:{added}") == []
    program("deleteDecks", decks=["Bin me"], cardsToo=True)
    assert "Bin me" not in program("deckNames")
    assert server.read("SELECT count(*) FROM note WHERE binned IS NOT NULL") == 1
    assert "gone" in server.get("/bin")[2].decode()


def test_the_same_note_within_seconds_is_added_once(server):
    program, other = server.program(), server.program(agent="other/1")
    sent = note(options={"allowDuplicate": True}, Front="twice")
    first = program("addNote", note=sent)
    assert program("addNote", note=sent) == first
    assert other("addNote", note=sent) != first


def test_numbers_are_times_ascend_and_stay(server):
    program = server.program()
    added = [program("addNote", note=note(Front=f"number {n}")) for n in range(5)]
    assert added == sorted(set(added)) and all(abs(n / 1000 - time.time()) < 60 for n in added)
    program("deleteNotes", notes=added[:1])
    server.stop()
    server.start()
    assert program.headers["Host"]
    again = server.program()
    assert again("findNotes", query="number deck:Default") == added[1:]


def test_replies_have_the_shape_of_their_version(server):
    program = server.program()
    assert program.reply("version", version=None) == 6
    assert program.reply("version", version=4) == 6
    assert program.reply("version", version=5) == {"result": 6, "error": None}
    for version in [None, 2, 6]:
        assert program.reply("nothing", version=version) == {"result": None, "error": "unsupported action"}
    inner = [{"action": "version"}, {"action": "version", "version": 6}, {"action": "version", "key": "wrong"}, {}, 1]
    assert program("multi", actions=inner) == [
        6, {"result": 6, "error": None}, {"result": None, "error": "valid api key must be provided"},
        {"result": None, "error": "'action' is a required property"}, {"result": None, "error": "1 is not of type 'object'"},
    ]


@pytest.mark.parametrize("body, words", [
    (b"{", "can't decode"), (b"[]", "is not of type 'object'"), (b"{}", "'action' is a required property"),
    (b'{"action": 1}', "1 is not of type 'string'"), (b"{'a': 1}", "in double quotes"), (b"\xff", "can't decode"),
    (b'{"action": "deckNames", "params": 1}', "1 is not of type 'object'"),
])


def test_bodies_that_make_no_sense_are_explained(server, body, words):
    program = server.program(origin="app://obsidian.md", key=None)
    program.send(json.dumps(program.body("version")))
    allow(server)
    status, _, answer = program.send(body)
    assert status == 200 and words in json.loads(answer)["error"]


def test_unknown_and_missing_parameters_are_named(server):
    program = server.program()
    assert "unexpected keyword argument 'x'" in program.error("deckNames", x=1)
    assert "missing 1 required positional argument: 'note'" in program.error("addNote")
    assert program.error("addNote", note={"modelName": "Basic", "fields": {}}) == "'deckName'"


def test_a_browser_sees_that_the_port_is_open(server):
    program = server.program()
    assert program.send(None, method="GET")[::2] == (200, b"AnkiConnect v.6")
    assert program.send(b"")[::2] == (200, b"AnkiConnect v.6")
    status, headers, _ = program.send(None, method="OPTIONS", Origin="app://obsidian.md", **{"Access-Control-Request-Private-Network": "true"})
    assert status == 200 and headers["Access-Control-Allow-Origin"] == "app://obsidian.md"
    assert headers["Access-Control-Allow-Methods"] == "POST" and headers["Access-Control-Allow-Private-Network"] == "true"


def test_another_host_name_is_refused(server):
    for host in ["evil.example", f"evil.example:{server.anki_port}", "localhost:1", ""]:
        status, _, body = server.program().send(json.dumps({"action": "version", "key": KEY}), Host=host)
        assert status in (400, 403) and body in (b"", b"The Host header is missing.\n"), host


def test_programs_send_chunks_and_keep_their_connection(server):
    program = server.program()
    body = json.dumps(program.body("version")).encode()
    status, headers, answer = program.send(iter([body[:5], body[5:]]))
    assert json.loads(answer)["result"] == 6
    assert headers.get("Connection", "").lower() != "close"


def test_a_locked_library_tells_only_that_it_is_not_available(sealed, tmp_path):
    with AnkiServer(sealed.path, tmp_path / "key") as server:
        program = server.program()
        assert program("version") == 6
        assert "deckNames" in program("apiReflect", scopes=["actions"])["actions"]
        assert program.error("deckNames") == "collection is not available"
        assert program.error("addNote", note=note(Front="x")) == "collection is not available"


def test_the_port_stays_open_while_the_library_is_unlocked_and_locked(sealed, tmp_path):
    with AnkiServer(sealed.path, tmp_path / "key") as server:
        program = server.program()
        session = opened(server)
        assert "Default" in program("deckNames")
        added = program("addNote", note=note(Front="sealed"))
        assert server.request("POST", "/lock", "", {**FORM, **session})[0] in (200, 303)
        deadline = time.monotonic() + 60
        while answer(program) != "collection is not available":
            assert time.monotonic() < deadline
            time.sleep(0.05)
        # The program restarts to forget the key.
        while unlocked(server) != "open":
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert program("findNotes", query="sealed") == [added]


def unlocked(server):
    """What an attempt to unlock leads to; None while nobody answers."""
    try:
        return unlock(server)[1]["state"]
    except (OSError, ValueError, KeyError):
        return None


def answer(program):
    """The error of a request; None while nobody answers."""
    try:
        return program.reply("deckNames").get("error")
    except OSError:
        return None
