"""A library with a lock leaves nothing readable on the disk, nor in memory once it is locked."""

import pathlib
import re
from urllib.parse import urlencode

from locks import FORM, PASSPHRASE, SCRIPT, opened, state, wait_for
from serving import Omena


PARTS = ("geheimnis ", "秘密の言葉")


def secrets():
    """Unmistakable texts that share a few parts, so that searching for the parts finds all of them."""
    return [f"{PARTS[0]}{number} {PARTS[1]}" for number in range(200)]


def traces(content):
    """The parts of secrets that some bytes contain, with their encoding."""
    codes = ("utf-8", "utf-16-le", "utf-16-be")
    return [(part, code) for part in PARTS for code in codes if part.encode(code) in content]


def write_secrets(omena, cookie):
    """Adds all secrets to the library, as deck names and as card texts."""
    headers = {**FORM, **cookie}
    form = omena.get("/cards/new", **cookie)[2].decode()
    deck = re.search(r'<select[^>]*name="deck".*?<option[^>]*value="(\d+)"', form, re.S)[1]
    for index, text in enumerate(secrets()):
        if index % 10 == 0:
            body = urlencode({"name": text})
            status, answered, _ = omena.request("POST", "/decks/new", body, headers)
            assert status == 303
        else:
            body = urlencode({"type": 5, "deck": deck, "tags": "", "f-en": text, "f-fi": f"{text}!"})
            assert omena.request("POST", "/cards/new", body, headers)[0] == 303


def test_nothing_is_left_on_the_disk_or_in_memory(sealed):
    with Omena(sealed.path) as omena:
        cookie = opened(omena)
        write_secrets(omena, cookie)
        assert omena.get("/cards?q=geheimnis", **cookie)[0] == 200
        assert any(text.encode() in omena.get("/cards", **cookie)[2] for text in secrets())
        assert omena.get("/", **cookie)[0] == 200
        assert leaks(sealed.path.parent) == []
        image = memory(omena)
        assert sealed.key in image and traces(image), "the search of the memory found nothing while the library was unlocked"

        omena.request("POST", "/lock", "", {**SCRIPT, **cookie})
        wait_for(lambda: state(omena) == "locked")

        image = memory(omena)
        assert sealed.key not in image
        assert PASSPHRASE.encode() not in image and urlencode({"": PASSPHRASE})[1:].encode() not in image
        assert traces(image) == []
        limits = pathlib.Path(f"/proc/{omena.process.pid}/limits").read_text()
        assert re.search(r"Max core file size +0 +0", limits)
        assert leaks(sealed.path.parent) == []
    assert leaks(sealed.path.parent) == []


def leaks(folder):
    """The secrets in the files of a folder and in their names."""
    names = "\n".join(map(str, folder.rglob("*"))).encode()
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) > 3
    found = {path.name: traces(path.read_bytes()) for path in files}
    return [name for name, parts in found.items() if parts] + traces(names)


def memory(omena):
    """The program's memory, as a privileged process can read it."""
    image = bytearray()
    with open(f"/proc/{omena.process.pid}/maps") as maps, open(f"/proc/{omena.process.pid}/mem", "rb") as mem:
        for line in maps:
            span, rights = line.split()[:2]
            start, end = (int(number, 16) for number in span.split("-"))
            if "r" not in rights or "[v" in line:
                continue
            try:
                mem.seek(start)
                image += mem.read(end - start)
            except OSError:
                continue
    return bytes(image)
