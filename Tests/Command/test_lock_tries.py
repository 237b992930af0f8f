"""Keys that do not open a library: told apart, counted, and made to wait."""

import time
from urllib.parse import urlencode

from locks import FORM, PASSPHRASE, command, opened, record_of, unlock
from serving import Omena


def test_too_many_wrong_passphrases_wait_and_a_restart_does_not_help(sealed):
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
        assert tries(sealed)[0] == 0, "the right one has made the wrong ones forgotten"


def tries(sealed):
    """How many failed in a row, and when the last did."""
    return [int(word) for word in record_of(sealed).read_text().splitlines()[1].split()]


def set_tries(sealed, count, seconds):
    path = record_of(sealed)
    lines = path.read_text().splitlines()
    lines[1] = f"{count} {int(seconds * 1000)}"
    path.write_text("\n".join(lines) + "\n")


def test_a_try_that_failed_is_kept_at_once(sealed):
    with Omena(sealed.path) as omena:
        unlock(omena, "wrong passphrase")
        assert tries(sealed)[0] == 1


def test_damaged_and_missing_keys_are_told_from_wrong_ones(sealed):
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
