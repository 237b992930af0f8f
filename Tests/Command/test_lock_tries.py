"""Failed attempts to unlock a library: distinguished, counted and delayed."""

import time
from urllib.parse import urlencode

from locks import FORM, PASSPHRASE, command, opened, record_of, unlock
from serving import Omena


def test_too_many_wrong_passphrases_are_delayed_even_after_a_restart(sealed):
    with Omena(sealed.path) as omena:
        for _ in range(5):
            status, answer, _ = unlock(omena, "wrong passphrase")
            assert (status, answer["why"]) == (401, "wrongPassphrase")
            assert answer["says"] == "This is not the passphrase of this library. Try it again."
        status, answer, _ = unlock(omena)
        assert (status, answer["why"]) == (429, "tooManyTries")
        assert 1 <= answer["retryAfter"] <= 5
    assert tries(sealed)[0] == 5

    set_tries(sealed, 12, time.time())
    with Omena(sealed.path) as omena:
        body = urlencode({"passphrase": PASSPHRASE})
        status, headers, body = omena.request("POST", "/unlock/passphrase", body, FORM)
        assert status == 429 and 600 < int(headers["Retry-After"]) <= 640
        assert b"Too many tries" in body
        result = command("check", "--library", sealed.path)
        assert result.returncode == 1 and "Too many tries" in result.stderr

        set_tries(sealed, 12, time.time() - 641)
        opened(omena)
        assert tries(sealed)[0] == 0, "success did not reset the count"


def tries(sealed):
    """The number of failed attempts in a row, and the moment of the last."""
    return [int(word) for word in record_of(sealed).read_text().splitlines()[1].split()]


def set_tries(sealed, count, seconds):
    path = record_of(sealed)
    lines = path.read_text().splitlines()
    lines[1] = f"{count} {int(seconds * 1000)}"
    path.write_text("\n".join(lines) + "\n")


def test_a_failed_attempt_is_stored_at_once(sealed):
    with Omena(sealed.path) as omena:
        unlock(omena, "wrong passphrase")
        assert tries(sealed)[0] == 1


def test_damaged_and_missing_key_files_are_distinguished_from_wrong_keys(sealed):
    keys = sealed.path.with_name(sealed.path.name + "-keys")
    content = bytearray(keys.read_bytes())
    content[40] ^= 1
    whole = keys.read_bytes()
    keys.write_bytes(content)
    with Omena(sealed.path) as omena:
        status, answer, _ = unlock(omena)
        assert (status, answer["why"]) == (503, "keysDamaged")
        keys.unlink()
        status, answer, _ = unlock(omena)
        assert (status, answer["why"]) == (503, "keysMissing")
        assert b"missing" in omena.get("/unlock")[2]
        keys.write_bytes(whole)
        opened(omena)
