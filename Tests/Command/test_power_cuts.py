"""The power is cut while a library with a lock is used, and while the lock is turned on or off or gets another key."""

import os
import random
import re
import shutil
import struct
import subprocess
import zlib

import pytest
from locks import FORM, LOCKER, Sealed, command, deal_of, post, state, unlock, wait_for
from powercuts import Recording, contents, recorder, write_files
from serving import BINARY, Omena, practice

CUTS = 500 if os.environ.get("OMENA_SOAK") else 4
SECRET = "geheimnis der fuchs"


@pytest.fixture(scope="module")
def shim(tmp_path_factory):
    return recorder(tmp_path_factory.mktemp("recorder"))


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """A folder with a library, a picture in it, and a backup."""
    folder = tmp_path_factory.mktemp("plain")
    with Omena(folder / "a.omena") as omena:
        omena.make_deck(SECRET)
        status, _, body = omena.request("POST", "/media?name=a.png", picture(SECRET), {"Accept": "application/json"})
        assert status in (200, 201), body
    assert subprocess.run([BINARY, "backup", "--library", folder / "a.omena"]).returncode == 0
    return folder


def picture(text):
    """A picture of one white pixel, with a comment."""

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header, points = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0), zlib.compress(b"\0\xff")
    texts = [chunk(b"tEXt", b"Comment\0" + text.encode()) for _ in range(200)]
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(texts) + chunk(b"IDAT", points) + chunk(b"IEND", b"")


class Scene:
    """A folder in which a program is recorded; the power is then cut at random points of the recording."""

    def __init__(self, plain, folder, shim, locker=None):
        shutil.copytree(plain, folder / "library", ignore=shutil.ignore_patterns("*-socket"))
        self.folder = folder / "library"
        self.library = self.folder / "a.omena"
        self.sealed = Sealed(self.library, locker) if locker else None
        self.codes = [self.sealed.code] if locker else []
        self.scratch = folder
        self.before = self.look([self.folder])[0]
        self.recording = Recording(self.folder, folder / "log", shim)
        self.omena = Omena(self.library)
        self.omena.environment = self.recording.environment

    def mark(self):
        return self.recording.mark()

    def open(self):
        status, _, session = unlock(self.omena, self.sealed.code, "recovery")
        assert status == 200
        return session

    def submit(self, path, session=None, **fields):
        """Sends a form of the lock's settings; remembers the recovery code if the response shows one."""
        if session:
            fields["key-code"] = self.sealed.code
        body = "&".join(f"{name}={value}" for name, value in fields.items())
        status, _, page = self.omena.request("POST", f"/settings/lock/{path}", body, {**FORM, **(session or {})})
        assert status in (200, 303), page
        code = re.search(rb'id="code"[^>]*>(.*?)</p>', page, re.S)
        if code:
            self.codes.append(re.sub(r"\s+", "-", re.sub(rb"<[^>]*>", b" ", code[1]).decode().strip()))

    def look(self, folders):
        """Opens the library in each folder; returns how it opened, its numbers of notes, findings and backups, and its events."""
        libraries = [folder / "a.omena" for folder in folders]
        words = [LOCKER, "look", *self.codes, "--", *libraries]
        result = subprocess.run(words, capture_output=True, text=True, timeout=600)
        assert result.returncode == 0, result.stderr
        return [line.split() for line in result.stdout.splitlines()]

    def cut(self, judge):
        """Cuts the power or kills the program at random points; `judge` returns what is wrong with the remaining files."""
        recording = self.recording.read()
        replayed, actual = recording.after(len(recording.steps)), contents(self.folder)
        differing = [name for name in replayed | actual if replayed.get(name) != actual.get(name)]
        assert differing == [], "the recording is incomplete"
        assert self.flaws(judge, CUTS) == []
        # If flushes had no effect, there would be flaws.
        assert self.flaws(judge, 25, is_flushing=False) != []

    def flaws(self, judge, cuts, **options):
        recording, flaws, chance = self.recording, [], random.Random(8)
        for turn in range(0, cuts, 25):
            counts = [chance.randint(0, len(recording.steps)) for _ in range(min(25, cuts - turn))]
            folders = [self.scratch / f"{turn + index}" for index in range(len(counts))]
            for index, (count, folder) in enumerate(zip(counts, folders)):
                # Every fourth time only the program is killed.
                write_files(recording.after(count, chance if index % 4 else None, **options), folder)
            for count, folder, seen in zip(counts, folders, self.look(folders)):
                if flaw := judge(count, seen, folder):
                    flaws.append(f"after {count} of {len(recording.steps)} steps: {flaw}, {seen[:4]}")
                shutil.rmtree(folder)
        return flaws

    def flaw(self, seen):
        """What is wrong with a library that should be unchanged; None if nothing is."""
        if seen[0] == "refused":
            return " ".join(seen)
        if seen[1:] != self.before[1:]:
            return f"it was {self.before[:4]}"
        return None


def readable(folder):
    """The names of files that are readable without a key."""
    return [name for name, content in contents(folder).items() if SECRET.encode() in content or b"CREATE TABLE" in content]


def test_no_answer_is_lost(plain, tmp_path, shim, locker):
    scene = Scene(plain, tmp_path, shim, locker)
    stored, sent = [], []
    with scene.omena:
        cookie = scene.open()
        deal = deal_of(scene.omena, cookie)
        for turn in range(20):
            events = [practice(card) for card in deal["cards"][: 1 + turn % 3]]
            sent += [event["id"] for event in events]
            assert set(post(scene.omena, cookie, deal, events)) == {"stored"}
            stored.append((scene.mark(), len(sent)))

    def judge(count, seen, folder):
        least = max((number for mark, number in stored if scene.recording.steps_until(mark) <= count), default=0)
        if seen[0] == "refused" or seen[2] != "0":
            return "it does not open"
        if not set(sent[:least]) <= set(seen[4:]) <= set(sent):
            return f"{least} answers were acknowledged"
        return "it lies open" if readable(folder) else None

    scene.cut(judge)


def test_an_import_is_complete_or_absent(plain, tmp_path, shim, locker):
    scene = Scene(plain, tmp_path, shim, locker)
    table = tmp_path / "words.csv"
    table.write_text("#separator:comma\n#columns:Front,Back\n#deck:Words\n" + "".join(f"word {n},{SECRET} {n}\n" for n in range(300)))
    environment = {**os.environ, **scene.recording.environment}
    result = command("import", table, "--library", scene.library, passphrase=scene.sealed.code, env=environment)
    assert result.returncode == 0, result.stderr
    done = scene.mark()
    before = int(scene.before[1])

    def judge(count, seen, folder):
        if seen[0] == "refused" or seen[2] != "0":
            return "it does not open"
        wanted = {before + 300} if scene.recording.steps_until(done) <= count else {before, before + 300}
        if int(seen[1]) not in wanted:
            return f"{wanted} notes were wanted"
        return "it lies open" if readable(folder) else None

    scene.cut(judge)


def test_turning_the_lock_on_loses_nothing_and_leaves_nothing_open(plain, tmp_path, shim, locker):
    scene = Scene(plain, tmp_path, shim)
    with scene.omena:
        scene.submit("on", passphrase="correct+horse", again="correct+horse")
        wait_for(lambda: state(scene.omena) == "locked", 120)
        done = scene.mark()

    def judge(count, seen, folder):
        if flaw := scene.flaw(seen):
            return flaw
        if seen[0] == "open":
            return "it has no lock" if scene.recording.steps_until(done) <= count else None
        return f"{readable(folder)} lie open" if readable(folder) else None

    scene.cut(judge)


def test_turning_the_lock_off_loses_nothing(plain, tmp_path, shim, locker):
    scene = Scene(plain, tmp_path, shim, locker)
    with scene.omena:
        scene.submit("off", scene.open())
        wait_for(lambda: state(scene.omena) == "open", 120)
        done = scene.mark()

    def judge(count, seen, folder):
        if flaw := scene.flaw(seen):
            return flaw
        if seen[0] == "open":
            return None
        if scene.recording.steps_until(done) <= count:
            return "it is locked still"
        return f"{readable(folder)} lie open" if readable(folder) else None

    scene.cut(judge)


def test_changing_the_key_loses_nothing(plain, tmp_path, shim, locker):
    scene = Scene(plain, tmp_path, shim, locker)
    with scene.omena:
        scene.submit("key", scene.open(), passphrase="another+one+entirely", again="another+one+entirely")
        wait_for(lambda: state(scene.omena) == "locked", 120)
        done = scene.mark()
    assert len(scene.codes) == 2

    def judge(count, seen, folder):
        if flaw := scene.flaw(seen):
            return flaw
        if seen[0] == "0" and scene.recording.steps_until(done) <= count:
            return "the key before opens it still"
        return f"{readable(folder)} lie open" if readable(folder) else None

    scene.cut(judge)
