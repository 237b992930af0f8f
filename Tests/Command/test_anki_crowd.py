"""Many programs at once, and programs that ask for too much."""

import json
import os
import threading
import time

from programs import KEY, note


def memory(server):
    """Its memory in kilobytes."""
    with open(f"/proc/{server.process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def test_fifty_programs_at_once_are_answered_with_flat_memory(server):
    seconds = 60 if os.environ.get("OMENA_SOAK") else 4
    errors, added = [], []
    end = time.monotonic() + seconds

    def work(number):
        program = server.program(agent=f"program{number}/1")
        count = 0
        try:
            while time.monotonic() < end:
                count += 1
                if count % 4 == 0:
                    added.append(program("addNote", note=note(Front=f"{number} {count}", tags=["crowd"])))
                program("deckNames")
                program("canAddNotes", notes=[note(Front=f"{number} {count + 1}")] * 5)
                program("findNotes", query=f'"Front:{number} {count}"')
                program("notesInfo", notes=added[-5:])
        except Exception as error:
            errors.append(repr(error))

    threads = [threading.Thread(target=work, args=[number]) for number in range(50)]
    for thread in threads:
        thread.start()
    time.sleep(seconds / 2)
    half = memory(server)
    for thread in threads:
        thread.join()
    assert errors == []
    assert len(set(added)) == len(added) == len(server.program()("findNotes", query="tag:crowd"))
    assert memory(server) < 1.5 * half + 40_000


def test_requests_that_ask_for_too_much_are_answered(server):
    program = server.program()
    deep = {"action": "version"}
    for _ in range(15):
        deep = {"action": "multi", "params": {"actions": [deep]}}
    assert program("multi", actions=[deep]) is not None
    body = b'{"action": "multi", "params": {"actions": [' * 1000
    # Its key cannot be read.
    assert json.loads(program.send(body)[2])["error"] == "valid api key must be provided"
    ids = list(range(1_000_000))
    assert program("areSuspended", cards=ids) == [None] * len(ids)
    assert "more than" in program.error("notesInfo", notes=ids + [1])
    query = " or ".join(f"nid:{number}" for number in range(2000))
    assert "too many terms" in program.error("findNotes", query=query)
    assert "nested too deep" in program.error("findNotes", query="(" * 100_000)
    large = json.dumps({"action": "storeMediaFile", "version": 6, "key": KEY, "params": {"filename": "l.bin", "data": "A" * 100_000_000}})
    status, _, answer = program.send(large)
    assert status == 200 and json.loads(answer)["result"] == "l.bin"
    assert memory(server) < 2_000_000


def test_a_stranger_cannot_send_much(server):
    stranger = server.program(origin="https://evil.example", key=None)
    try:
        status = stranger.send(b"x" * 20_000_000)[0]
        assert status in (403, 413)
    except (BrokenPipeError, ConnectionResetError):
        pass
    assert server.program()("version") == 6
