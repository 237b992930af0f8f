"""Commands on a library with a lock: they ask for the passphrase, or use the running server."""

import os
import pty
import re
import subprocess

import pytest
from locks import FORM, PASSPHRASE, Sealed, command, confirmed, events, opened, state, unlock, wait_for
from serving import BINARY, Omena, copy_new_library


def test_commands_unlock_a_library_themselves(sealed, tmp_path):
    package = tmp_path / "all.json"
    result = command("export", package, "--library", sealed.path)
    assert result.returncode == 0, result.stderr
    assert b"First questions" in package.read_bytes()
    result = command("check", "--library", sealed.path)
    assert result.returncode == 0 and "All is well" in result.stdout, result
    result = command("export", tmp_path / "none.json", "--library", sealed.path, passphrase="wrong passphrase")
    assert result.returncode == 1 and "Wrong passphrase" in result.stderr
    assert not (tmp_path / "none.json").exists()


def test_export_of_a_sealed_library_writes_no_temporary_files(library, locker, tmp_path):
    copy_new_library(library)
    Sealed(library, locker)
    nowhere = {**os.environ, "TMPDIR": "/nonexistent"}
    result = command("export", tmp_path / "sealed.apkg", "--library", library, env=nowhere)
    assert result.returncode == 0, result.stderr


def test_commands_accept_the_recovery_code(sealed):
    result = command("check", "--library", sealed.path, passphrase=sealed.code)
    assert result.returncode == 0, result.stderr


def test_commands_use_a_locked_server_and_leave_it_locked(sealed, tmp_path):
    with Omena(sealed.path) as omena:
        result = command("backup", tmp_path / "copy.omena", "--library", sealed.path)
        assert result.returncode == 0, result.stderr
        wait_for(lambda: events(sealed)[-1:] == ["locked"])
        wait_for(lambda: state(omena) == "locked")

        session = opened(omena)
        result = command("backup", tmp_path / "other.omena", "--library", sealed.path)
        assert result.returncode == 0, result.stderr
        assert omena.get("/", **session)[0] == 200
    assert b"SQLite" not in (tmp_path / "copy.omena").read_bytes()


def test_the_command_line_unlocks_and_locks_a_server(sealed, tmp_path):
    token = tmp_path / "token"
    with Omena(sealed.path, "--api-token-file", token) as omena:
        bearer = {"Authorization": f"Bearer {token.read_text().strip()}"}
        assert omena.get("/api/v1/decks", **bearer)[0] == 401
        assert command("unlock", "--library", sealed.path).returncode == 0
        assert omena.get("/api/v1/decks", **bearer)[0] == 200
        assert omena.get("/")[0] == 303, "unlocking from the command line unlocked a browser"
        result = subprocess.run([BINARY, "lock", "--library", sealed.path], capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        wait_for(lambda: omena.get("/api/v1/decks", **bearer)[0] == 401)


@pytest.mark.parametrize("name", ["unlock", "lock"])
def test_of_a_library_without_a_lock_no_passphrase_is_asked(omena, school, name):
    ben = school.add("ben")
    assert ben.get("/")[0] == 200
    for library in omena.choice, ben.choice:
        result = subprocess.run(
            [BINARY, name, *map(str, library)],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert (result.returncode, result.stderr) == (1, "omena: This library has no lock.\n"), result


def test_a_command_without_a_terminal_explains_how_to_pass_the_passphrase(sealed):
    result = subprocess.run(
        [BINARY, "check", "--library", sealed.path],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert result.returncode == 1
    assert "--passphrase-fd" in result.stderr and result.stderr.count("\n") == 1


def test_a_terminal_does_not_show_the_passphrase(sealed):
    process, terminal = pty.fork()
    if process == 0:
        os.execv(BINARY, [str(BINARY), "check", "--library", str(sealed.path)])
    shown = b""
    try:
        while b"recovery code" not in shown:
            shown += os.read(terminal, 1024)
        os.write(terminal, f"{PASSPHRASE}\n".encode())
        while True:
            shown += os.read(terminal, 1024)
    except OSError:
        pass
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) == 0, shown
    assert PASSPHRASE.encode() not in shown and b"All is well" in shown


def test_a_sealed_backup_is_restored_with_its_own_key(sealed, tmp_path):
    copy = tmp_path / "copy.omena"
    assert command("backup", copy, "--library", sealed.path).returncode == 0
    fresh = tmp_path / "elsewhere" / "library.omena"
    fresh.parent.mkdir()
    result = command("restore", copy, "--library", fresh)
    assert result.returncode == 0, result.stderr
    assert b"First questions" not in fresh.read_bytes()
    assert command("check", "--library", fresh).returncode == 0
    result = command("restore", copy, "--library", sealed.path)
    assert result.returncode == 0, result.stderr
    assert command("check", "--library", sealed.path).returncode == 0


def test_restoring_a_backup_with_other_keys_needs_both_passphrases(sealed, tmp_path):
    copy = tmp_path / "copy.omena"
    assert command("backup", copy, "--library", sealed.path).returncode == 0
    with Omena(sealed.path) as omena:
        session = opened(omena)
        fields = confirmed(passphrase="another one entirely", again="another one entirely")
        assert omena.request("POST", "/settings/lock/key", fields, {**FORM, **session})[0] == 200
        wait_for(lambda: state(omena) == "locked")
        # A library that a server has open is not re-encrypted with another key.
        assert unlock(omena, "another one entirely")[0] == 200
        result = command("restore", copy, "--library", sealed.path, passphrase="another one entirely")
        assert result.returncode == 1 and "the keys of another library" in result.stderr, result

    assert command("check", "--library", sealed.path).returncode == 1, "the previous passphrase still unlocks it"
    for passphrases in ["another one entirely\nwrong passphrase", f"{PASSPHRASE}\nanother one entirely"]:
        result = command("restore", copy, "--library", sealed.path, passphrase=passphrases)
        assert result.returncode == 1 and "Wrong passphrase" in result.stderr, result
    result = command("restore", copy, "--library", sealed.path, passphrase=f"another one entirely\n{PASSPHRASE}")
    assert result.returncode == 0, result.stderr
    assert b"First questions" not in sealed.path.read_bytes()
    assert command("check", "--library", sealed.path, passphrase="another one entirely").returncode == 0


def test_a_sealed_backup_does_not_replace_a_plain_library(sealed, tmp_path):
    copy, plain = tmp_path / "copy.omena", tmp_path / "plain.omena"
    assert command("backup", copy, "--library", sealed.path).returncode == 0
    copy_new_library(plain)
    before = plain.read_bytes()
    result = command("restore", copy, "--library", plain)
    assert result.returncode == 1 and "restore it elsewhere" in result.stderr
    assert plain.read_bytes() == before


def test_a_backup_opens_with_the_passphrase_of_its_time(sealed, tmp_path):
    copy = tmp_path / "copy.omena"
    assert command("backup", copy, "--library", sealed.path).returncode == 0
    with Omena(sealed.path) as omena:
        session = opened(omena)
        ways = omena.get("/settings/lock", **session)[2].decode()
        slot = re.search(r"/settings/lock/passphrase\?replacing=\w+", ways)[0]
        fields = confirmed(passphrase="another one entirely", again="another one entirely")
        assert omena.request("POST", slot, fields, {**FORM, **session})[0] == 303

    # A backup has its own key slots; those of the library open it too, because the key is the same.
    for passphrase, code in [(PASSPHRASE, 0), ("another one entirely", 0), ("wrong passphrase", 1)]:
        result = command("restore", copy, "--library", sealed.path, passphrase=passphrase)
        assert result.returncode == code, (passphrase, result)
    assert "Wrong passphrase" in result.stderr
    # The library itself still has the passphrase that was set last.
    assert command("check", "--library", sealed.path).returncode == 1
    assert command("check", "--library", sealed.path, passphrase="another one entirely").returncode == 0
