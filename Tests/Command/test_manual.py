"""What the manual for learners says to type and to open, compared with the program."""

import functools
import html
import json
import re
import shlex
import subprocess

import pytest
from locks import opened
from serving import BINARY, ROOT, Omena, copy_new_library

CHAPTERS = sorted((ROOT / "Documentation/Manual").glob("*.md"))
TEXTS = {path.name: path.read_text() for path in CHAPTERS}
BLOCK = re.compile(r"^```\n(.*?)^```$", re.M | re.S)


def typed(text):
    """All code of a chapter: lines of its blocks, and what stands in its sentences."""
    for block in BLOCK.findall(text):
        yield from block.splitlines()
    yield from re.findall(r"`([^`\n]+)`", BLOCK.sub("", text))


CODE = [(name, code) for name, text in TEXTS.items() for code in typed(text)]
# By the learner, or by the user of the machine's service.
CALLS = [
    (name, match[1])
    for name, code in CODE
    if (match := re.search(r"(?:^|^sudo -u omena env \S+ )(omena [a-z].*)$", code))
]


@functools.cache
def help_of(command=None):
    words = [BINARY, command, "--help"] if command else [BINARY, "--help"]
    result = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, command
    return result.stdout


def options_of(command):
    """The options of a command; whether each takes a value."""
    found = re.findall(r"^  (?:-[a-z], )?(--[a-z-]+)( [^ ]+)?(?:  .*)?$", help_of(command), re.M)
    return {name: bool(value) for name, value in found}


@functools.cache
def commands():
    part = help_of().split("Commands:")[1].split("Options:")[0]
    return set(re.findall(r"^  ([a-z]+)  ", part, re.M))


def test_the_manual_names_most_commands():
    named = {shlex.split(call)[1] for _, call in CALLS}
    assert len(CALLS) > 30
    assert commands() - named <= {"help", "completions"}


@pytest.mark.parametrize("name, call", CALLS)
def test_commands_and_their_options_exist(name, call):
    _, command, *words = shlex.split(call)
    assert command in commands()
    options, operands = options_of(command), []
    while words:
        word = words.pop(0)
        if not word.startswith("--"):
            operands.append(word)
            continue
        assert word in options, f"{command} has no {word}"
        # A sentence may name the option alone.
        if options[word] and words:
            words.pop(0)
    usage = help_of(command).split("Usage:")[1].split("\n\n")[0]
    takes = re.search(r"[A-Z]+(\.\.\.)?", usage.replace("[OPTIONS]", ""))
    assert not operands or takes, f"{command} takes no {operands}"


@pytest.mark.parametrize("option", sorted({word for _, code in CODE for word in re.findall(r"^(--[a-z-]+)", code)}))
def test_options_that_stand_alone_exist(option):
    assert any(option in options_of(command) for command in commands())


def test_what_stands_around_commands_exists():
    packaging = ROOT / "Packaging"
    service = (packaging / "debian/omena.service").read_text()
    text = "\n".join(code for _, code in CODE)
    assert "EnvironmentFile=-/etc/default/omena" in service and "`/etc/default/omena`" in TEXTS["12-server.md"]
    assert "OMENA_LIBRARY=/var/lib/omena/library.omena" in service and "/var/lib/omena/library.omena" in text
    assert "$OMENA_OPTIONS" in service and "OMENA_OPTIONS=" in text
    assert "OMENA_LIBRARY" in help_of() and "(6636)" in help_of("serve")
    ports = {port for port in re.findall(r"localhost:(\d+)", text)}
    assert ports == {"6636"}
    assert (packaging / "Containerfile").exists()
    (words,) = [words.split() for words in text.splitlines() if words.startswith("podman run")]
    assert {word for word in words[words.index("omena") + 1 :] if word.startswith("--")} <= options_of("serve").keys()


def addresses():
    """The addresses of the program to which links lead, and those of all chapters."""
    linked = {address for text in TEXTS.values() for address in re.findall(r"\]\((/[^)]*)\)", text)}
    return sorted(linked | {"/help"} | {f"/help/{path.stem[3:]}" for path in CHAPTERS})


def test_every_address_can_be_opened(omena):
    found = addresses()
    assert len(found) > 30
    for address in found:
        assert omena.get(address)[0] == 200, address


def test_the_manual_is_open_to_browsers_that_are_not_paired(tmp_path, omena):
    """A learner without access looks for help, and finds nothing of the library."""
    library = tmp_path / "other.omena"
    copy_new_library(library)
    with Omena(library, "--origin", "https://cards.example.org") as proxied:
        host = {"Host": "cards.example.org"}
        status, _, body = proxied.request("GET", "/help/phone", headers=host)
        assert status == 200 and b"omena pair" in body and b'class="nav"' not in body
        assert proxied.request("GET", "/help?q=pair", headers=host)[0] == 200
        assert proxied.request("GET", "/help/nothing", headers=host)[0] == 404
        assert proxied.request("GET", "/cards", headers=host)[0] == 401


def test_the_manual_is_open_while_the_library_is_locked(sealed):
    with Omena(sealed.path) as omena:
        status, headers, body = omena.get("/help/lock")
        assert status == 200 and b"recovery code" in body and b'class="nav"' not in body
        assert "Omena-Lock" not in headers
        assert omena.get("/cards")[0] == 303


# Shown in a moment that a request alone does not bring about; that they are texts of the program is tested with its catalog.
MOMENTARY = {
    "Add anyway", "All answers and forgetting curve", "Done for today", "Download everything", "Find it on the map", "Gap", "Hardest words",
    "I’ve written it down", "Before restoring another backup", "Retention over time", "Time of day", "Who is learning?", "Learners on this server",
    "Classes", "Close the class", "Leave the class", "Make a new link", "Publish", "Publish a deck", "Publish a new edition",
    "Remove from the class", "Show me each learner’s progress", "Turn the link off", "Automatic sync", "Sync now",
    "Texts replaced by a later edit", "Search learners", "Close account",
}
PAGES = [
    "/", "/phone", "/welcome/import", "/cards", "/cards?select", "/types", "/decks", "/decks/new", "/settings",
    "/settings/lock", "/settings/generate", "/settings/map", "/settings/sync", "/import", "/export", "/pair", "/places", "/statistics",
    "/history", "/bin", "/tags", "/decks/starter", "/cards/replace?query=a", "/decks/{deck}", "/decks/{deck}/options",
    "/cards/{note}", "/cards/{note}/card", "/places/{place}", *(f"/cards/new?type={number}" for number in range(1, 7)),
    *(f"/study/{mode}?deck=First%20words" for mode in ["learn", "race", "quiz", "browse", "review"]),
]


def test_buttons_and_fields_are_on_the_pages(omena, sealed_once, tmp_path):
    names = {name for text in TEXTS.values() for name in re.findall(r"\*\*([^*]+)\*\*", text)}
    assert len(names) > 140
    omena.post_form("/backups")
    deck = omena.read("SELECT id FROM deck WHERE name = 'First words'")
    point = json.dumps({"name": "Home", "latitude": 60, "longitude": 24})
    status, _, body = omena.request("POST", "/places", point, {"Content-Type": "application/json"})
    assert status == 200, body
    place = json.loads(body)["id"]
    ids = {"deck": deck, "place": place, "note": omena.read("SELECT min(id) FROM note")}
    shown = []
    for path in PAGES:
        status, _, body = omena.get(path.format(**ids))
        assert status == 200, path
        shown.append(body.decode())
    with Omena(sealed_once.copy(tmp_path / "sealed.omena").path) as locked:
        status, _, body = locked.get("/settings/lock", **opened(locked))
        assert status == 200
        shown.append(body.decode())
    text = html.unescape("".join(shown))
    # The backup is tested in the background.
    assert {name for name in names if name not in text} - {"Last test of a backup"} == MOMENTARY
