"""The command line: its output, its exit codes, and that a refused command changes nothing."""

import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess

import pytest
from serving import BINARY, Omena, copy_new_library


def run(*words, **environment):
    return subprocess.run(
        [BINARY, *map(str, words)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **environment},
    )


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def assert_refused(result, *words, code=1):
    """One line on stderr explains the error, and nothing is printed on stdout."""
    assert result.returncode == code, result
    assert result.stdout == ""
    assert result.stderr.startswith("omena: ") and result.stderr.count("\n") == 1, result.stderr
    for word in words:
        assert word in result.stderr


@pytest.mark.parametrize("words", [["--help"], ["serve", "--help"], ["pair", "--help"], ["help"]])
def test_help_shows_the_usage(words):
    result = run(*words)
    assert result.returncode == 0
    assert "Usage: omena" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_version():
    assert re.match(r"omena \d+\.\d+\.\d+", run("--version").stdout)


@pytest.mark.parametrize(
    "words, mentioned",
    [
        ([], "no command given"),
        (["dance"], "dance"),
        (["serve", "--sideways"], "--sideways"),
        (["serve", "--port"], "--port"),
        (["serve", "--port", "seven"], "seven"),
        (["serve", "--port", "70000"], "70000"),
        (["serve", "--port", "-1"], "-1"),
        (["serve", "--tls-key", "key.pem"], "--tls-certificate"),
        (["serve", "--origin", "cards.example.org"], "cards.example.org"),
        (["serve", "--origin", "https://me@cards.example.org"], "me@cards.example.org"),
        (["serve", "--origin", "https://cards.example.org?query"], "?query"),
        (["serve", "--origin", "https://cards.example.org/#part"], "#part"),
        (["serve", "--origin", "https://cards.example.org:0"], ":0"),
        (["serve", "--origin", "https://cards.example.org:x"], ":x"),
        (["serve", "--origin", "https://"], "https://"),
        (["serve", "--host", "0.0.0.0"], "TLS"),
    ],
)
def test_an_invalid_command_line_is_refused(words, mentioned, tmp_path):
    result = run(*words, OMENA_LIBRARY=str(tmp_path / "library.omena"))
    assert_refused(result, mentioned, code=2)
    assert contents(tmp_path) == {}


def test_a_port_in_use_is_refused(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = run("serve", "--port", port, "--library", tmp_path / "library.omena")
    assert_refused(result, str(port), "in use")
    assert contents(tmp_path) == {}


def test_a_missing_folder_is_refused(tmp_path):
    result = run("serve", "--port", 0, "--library", tmp_path / "missing" / "library.omena")
    assert_refused(result, "missing")
    assert contents(tmp_path) == {}


def test_a_folder_that_cannot_be_written_is_refused():
    assert_refused(run("serve", "--port", 0, "--library", "/proc/library.omena"), "/proc/library.omena")


@pytest.mark.parametrize("bytes", [b"shopping list: apples\n" * 300, b"x", b"\0" * 4096])
def test_a_file_that_is_not_a_library_is_left_alone(bytes, tmp_path):
    path = tmp_path / "list.txt"
    path.write_bytes(bytes)
    assert_refused(run("serve", "--port", 0, "--library", path), "list.txt")
    assert contents(tmp_path) == {"list.txt": bytes}


def test_a_database_of_another_program_is_left_alone(tmp_path):
    path = tmp_path / "other.db"
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE recipe (name TEXT)")
    database.commit()
    database.close()
    before = contents(tmp_path)

    assert_refused(run("serve", "--port", 0, "--library", path), "other.db")

    assert contents(tmp_path) == before


def test_a_library_from_a_newer_version_is_left_alone(library):
    copy_new_library(library)
    database = sqlite3.connect(library)
    version = database.execute("PRAGMA user_version").fetchone()[0]
    database.execute(f"PRAGMA user_version = {version + 1}")
    database.commit()
    database.close()
    for name in ["-wal", "-shm", "-lock"]:
        library.with_name(library.name + name).unlink(missing_ok=True)
    before = contents(library.parent)

    assert_refused(run("serve", "--port", 0, "--library", library), "newer")

    after = contents(library.parent)
    after.pop(library.name + "-lock", None)
    assert after == before


def test_a_second_server_is_refused_and_the_first_keeps_running(omena, library):
    # The first server may be writing its index meanwhile.
    before = sorted(path.name for path in library.parent.iterdir())
    assert_refused(run("serve", "--port", 0, "--library", library), "another Omena")
    assert sorted(path.name for path in library.parent.iterdir()) == before
    assert omena.get("/")[0] == 200


def test_the_default_library_is_in_the_data_folder(tmp_path):
    home = {"HOME": str(tmp_path / "home"), "XDG_DATA_HOME": "", "OMENA_LIBRARY": ""}
    (tmp_path / "home").mkdir()
    for environment, path in [
        (home, tmp_path / "home/.local/share/omena/library.omena"),
        ({**home, "XDG_DATA_HOME": str(tmp_path / "data")}, tmp_path / "data/omena/library.omena"),
        ({**home, "OMENA_LIBRARY": str(tmp_path / "mine.omena")}, tmp_path / "mine.omena"),
    ]:
        process = subprocess.Popen(
            [BINARY, "serve", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
        assert process.stdout.readline().startswith("Omena is at http://localhost:")
        process.terminate()
        assert process.wait(timeout=60) == 0
        process.stdout.close()
        assert path.exists()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_cleanly(library, how):
    omena = Omena(library).start()
    assert omena.stop(how) == 0


def test_it_listens_only_on_loopback(omena):
    addresses = subprocess.run(["cat", "/proc/net/tcp", "/proc/net/tcp6"], capture_output=True, text=True)
    port = f":{omena.port:04X}"
    listening = [
        line.split()[1]
        for line in addresses.stdout.splitlines()
        if line.split()[3] == "0A" and line.split()[1].endswith(port)
    ]
    assert listening
    for address in listening:
        assert address.split(":")[0] in ("0100007F", "00000000000000000000000001000000")


def test_the_access_log_has_one_line_per_request_and_is_off_by_default(library):
    for options, lines in [([], 0), (["--access-log"], 3)]:
        with Omena(library, *options) as omena:
            omena.get("/")
            omena.get("/nowhere?deck=%0aforged")
            omena.get("/tags/secret?query=secret")
            omena.process.terminate()
            log = sorted(omena.process.stderr.read().splitlines())  # in the order in which the responses were finished
        assert len(log) == lines
    assert "GET / 200" in log[0] and "GET /nowhere 404" in log[1] and "GET /tags/… 200" in log[2]


def test_other_commands_find_a_library_with_a_long_path(tmp_path):
    folder = tmp_path.joinpath(*["a rather long name of a folder"] * 5)
    folder.mkdir(parents=True)
    with Omena(folder / "library.omena", "--origin", "https://cards.example.org"):
        result = run("pair", "--library", folder / "library.omena")
    assert result.returncode == 0 and "https://cards.example.org/pair" in result.stdout


def test_pairing_needs_a_running_server(library):
    assert_refused(run("pair", "--library", library), "omena serve")


def test_pairing_is_refused_while_only_this_machine_can_connect(omena, library):
    assert_refused(run("pair", "--library", library), "this machine alone")


def test_it_runs_from_any_folder_and_needs_no_file_beside_it(tmp_path):
    alone = shutil.copy(BINARY, tmp_path / "omena")
    library = tmp_path / "library.omena"
    process = subprocess.Popen(
        [alone, "serve", "--port", "0", "--library", library],
        cwd="/",
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout.readline().startswith("Omena is at ")
    process.terminate()
    assert process.wait(timeout=60) == 0
    process.stdout.close()


def test_programs_need_the_token_if_there_is_one(tmp_path):
    token = tmp_path / "token"
    with Omena(tmp_path / "a.omena", "--api-token-file", token) as omena:
        assert token.stat().st_mode & 0o777 == 0o600
        bearer = {"Authorization": f"Bearer {token.read_text().strip()}", "Origin": "https://elsewhere.example"}
        assert omena.get("/api/v1/decks", **bearer)[0] == 200
        assert omena.get("/api/v1/decks", Authorization="Bearer guess")[0] == 401
        body = {"Content-Type": "application/json"}
        assert omena.request("POST", "/api/v1/decks", '{"name": "Trees"}', {**bearer, **body})[0] == 201
        assert omena.request("POST", "/api/v1/decks", '{"name": "Woods"}', {**body, "Origin": "https://elsewhere.example"})[0] == 403
        # The token gives access to the API only.
        assert omena.request("POST", "/decks/new", "name=Woods", bearer)[0] == 403
    before = token.read_text()
    with Omena(tmp_path / "a.omena", "--api-token-file", token) as omena:
        assert token.read_text() == before
    with Omena(tmp_path / "a.omena") as omena:
        assert omena.get("/api/v1/decks", **bearer)[0] == 401
        assert omena.get("/api/v1/decks")[0] == 200
    token.write_text("short")
    assert_refused(run("serve", "--api-token-file", token, "--library", tmp_path / "a.omena"), "contains no token")
