"""Syncs that are interrupted, and files that are damaged, set back, restored or copied: nothing is lost, and the next sync goes on."""

import hashlib
import json
import os
import random
import shutil
import subprocess
import time

from library_copies import JSON, PICTURE, WIRE, Copy, CuttingProxy, sync, sync_or_line
from serving import BINARY, copy_new_library

KILLS = 100 if os.environ.get("OMENA_SOAK") else 5


def test_a_damaged_picture_keeps_no_other_from_its_cards(copies, tmp_path):
    home = copies("home")
    pictures = [PICTURE + random.Random(number).randbytes(20_000) for number in range(3)]
    for number, picture in enumerate(pictures):
        _, _, body = home.request("POST", f"/media?name={number}.png", picture)
        home.add(f"of {number}", json.loads(body)["source"].strip())
    home.stop()
    # The one that is sent first.
    damaged = min(pictures, key=lambda picture: hashlib.sha256(picture).digest())
    media = home.library.with_name(f"{home.library.name}-media")
    content = bytearray(media.read_bytes())
    parts = (damaged[start : start + 64] for start in range(8_000, 16_000, 1_000))
    content[next(at for at in map(content.find, parts) if at > 0)] ^= 1
    media.write_bytes(content)
    home.start()

    words = sync(["--library", tmp_path / "new.omena"], home.url, "--code", home.code(), code=1)

    assert "damaged" in words
    with Copy(tmp_path / "new.omena") as new:
        for picture in pictures:
            expected = 404 if picture == damaged else 200
            assert new.get(f"/media/{hashlib.sha256(picture).hexdigest()}")[0] == expected


def test_a_machine_that_was_set_back_loses_nothing(copies, tmp_path):
    home, path = copies("home"), tmp_path / "machine.omena"
    copy_new_library(path)
    with Copy(path) as machine:
        machine.add("before")
        machine.pair(home)
    before = {file: file.read_bytes() for file in (path, path.with_name(f"{path.name}-lock"))}
    with Copy(path) as machine:
        for front in ("one", "two"):
            machine.add(front)
        machine.sync()
    # The files keep their numbers.
    for file, content in before.items():
        file.write_bytes(content)

    with Copy(path) as machine:
        for front in ("three", "four", "five"):
            machine.add(front)
        (result,) = machine.sync()
        assert result.get("problem") is None
        assert machine.notes() == home.notes()
        assert {"one", "two", "three", "four", "five"} <= {json.loads(note)[-1].get("Front") for note in home.notes()}
        assert machine.sync()[0]["sent"] == machine.sync()[0]["received"] == 0


def test_a_restored_backup_gets_everything_again(pair):
    home, laptop = pair
    laptop.sync()
    subprocess.run([BINARY, "backup", "--library", laptop.library], check=True, capture_output=True)
    (backup,) = (laptop.library.parent / "laptop.omena-backups").glob("*-asked*.omena")
    note = laptop.add("after the backup")
    laptop.sync()

    subprocess.run([BINARY, "restore", "--library", laptop.library, backup], check=True, capture_output=True)
    assert note not in {json.loads(found)[0] for found in laptop.notes()}
    laptop.sync()
    laptop.add("after the restoration")
    laptop.sync()

    assert home.notes() == laptop.notes()
    assert note in {json.loads(found)[0] for found in laptop.notes()}


def test_a_copied_file_syncs_as_another_copy(pair, tmp_path):
    home, laptop = pair
    laptop.add("before")
    laptop.sync()
    laptop.stop()
    shutil.copy(laptop.library, tmp_path / "copied.omena")
    laptop.start()
    with Copy(tmp_path / "copied.omena") as copied:
        laptop.add("of the laptop")
        copied.add("of the copy")

        for copy in (laptop, copied, laptop):
            copy.sync()

        assert home.notes() == laptop.notes() == copied.notes()


def test_a_sync_whose_connections_are_cut_continues(pair):
    home, laptop = pair
    chance = random.Random(6636)
    for copy in pair:
        for number in range(40):
            copy.add(f"{copy.library.name} {number}", "".join(chance.choices("abcdefgh ", k=500)))
    # Each connection lasts a little longer than the one before.
    lasts = iter(range(500, 1 << 30, 4_000))
    with CuttingProxy(home.port) as proxy:
        laptop.pair(home, f"http://localhost:{proxy.port}")
        proxy.cut = lambda: next(lasts)
        failures = 0
        while "interrupted" in sync_or_line(laptop, f"http://localhost:{proxy.port}"):
            failures += 1
            assert failures < 200
    assert failures > 0
    assert home.notes() == laptop.notes()


def test_pages_that_belong_together_are_merged_together(copies):
    home, laptop = copies("home"), copies("laptop")
    chance = random.Random(6636)
    for number in range(100):
        home.add(f"home {number}", "".join(chance.choices("abcdefgh ", k=2_000)))
    before = laptop.notes()
    tokens = {}
    for copy in (home, laptop):
        body = json.dumps({"code": copy.code(), "name": "by hand"})
        tokens[copy] = json.loads(copy.request("POST", "/sync/pair", body, JSON)[2])["token"]

    def exchange(copy, state, base, page=b""):
        head = json.dumps({"state": state, "base": base, "pageLimit": 1 << 16}).encode()
        shown = {"Authorization": f"Bearer {tokens[copy]}"}
        status, _, answer = copy.request("POST", "/sync/facts", head + b"\n" + page, {**WIRE, **shown})
        assert status == 200, answer
        head, _, page = answer.partition(b"\n")
        return json.loads(head), page

    def told(copy):
        return exchange(copy, {"format": 1, "replica": "0" * 32, "vector": {}}, {})[0]["state"]

    there, pages = told(laptop), 0
    while told(home)["vector"].items() - there["vector"].items():
        assert laptop.notes() == before
        answer, page = exchange(home, there, {})
        there = exchange(laptop, answer["state"], there["vector"], page)[0]["state"]
        pages += 1
    assert pages > 2
    assert laptop.notes() == home.notes()


def test_killing_either_side_loses_nothing(pair, tmp_path):
    """The caller is a command of its own here, so that either side can be killed in the middle."""
    home, laptop = pair
    choice = ["--library", tmp_path / "calling.omena"]
    sync(choice, home.url, "--code", home.code())
    chance = random.Random(6636)
    for round in range(KILLS):
        for number in range(20):
            home.add(f"{round} {number}", "".join(chance.choices("abcdefgh ", k=300)))
        command = [BINARY, "sync", "--library", tmp_path / "calling.omena"]
        caller = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0, 0.15))
        if round % 2:
            caller.kill()
        else:
            home.kill()
            home.start()
        caller.wait()
        sync(choice)
        with Copy(tmp_path / "calling.omena") as calling:
            calling.add(f"of the caller {round}")
        sync(choice)
    with Copy(tmp_path / "calling.omena") as calling:
        assert calling.notes() == home.notes()
        assert len(home.notes()) >= 21 * KILLS
