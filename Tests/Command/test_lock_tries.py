"""Failed attempts to unlock a library: distinguished, counted and delayed."""

import json
import time
from urllib.parse import urlencode

from locks import FORM, PASSPHRASE, SCRIPT, command, opened, record_of, unlock
from serving import Omena


def test_wrong_passphrases_delay_those_who_type_them_even_after_a_restart(sealed):
    with Omena(sealed.path) as omena:
        for _ in range(5):
            status, answer, _ = unlock(omena, "wrong passphrase")
            assert (status, answer["why"]) == (401, "wrongPassphrase")
            assert answer["says"] == "Wrong passphrase. Try again."
        status, answer, _ = unlock(omena)
        assert (status, answer["why"]) == (429, "tooManyTries")
        assert 1 <= answer["retryAfter"] <= 5
    assert tries(sealed) == 5

    set_tries(sealed, 12, time.time())
    with Omena(sealed.path) as omena:
        body = urlencode({"passphrase": PASSPHRASE})
        status, headers, body = omena.request("POST", "/unlock/passphrase", body, FORM)
        assert status == 429 and 600 < int(headers["Retry-After"]) <= 640
        assert b"Too many failed attempts" in body

        set_tries(sealed, 12, time.time() - 641)
        opened(omena)
        assert tries(sealed) == 0, "success did not reset the count"


def test_the_owner_never_waits_for_strangers(sealed):
    with Omena(sealed.path) as omena:
        # The script of the page stores a token, and the browser a cookie.
        right = urlencode({"passphrase": PASSPHRASE})
        _, headers, body = omena.request("POST", "/unlock/passphrase", right, {**FORM, **SCRIPT})
        cookie, token = headers["Set-Cookie"].split(";")[0], json.loads(body)["browser"]
        set_tries(sealed, 12, time.time())
        assert unlock(omena)[0] == 429

        assert unlock(omena, browser=token)[0] == 200
        assert omena.request("POST", "/unlock/passphrase", right, {**FORM, "Cookie": cookie})[0] == 303
        assert unlock(omena, sealed.code, "recovery")[0] == 200
        set_tries(sealed, 12, time.time())
        result = command("unlock", "--library", sealed.path)
        assert result.returncode == 0, result.stderr
    result = command("check", "--library", sealed.path)
    assert result.returncode == 0, result.stderr


def tries(sealed):
    """The number of failed attempts in a row from this machine."""
    lines = [line.split() for line in record_of(sealed).read_text().splitlines()]
    return sum(int(words[2]) for words in lines if words[:2] == ["address", "loopback"])


def set_tries(sealed, count, seconds):
    path = record_of(sealed)
    lines = [line for line in path.read_text().splitlines() if not line.startswith("address ")]
    lines.insert(1, f"address loopback {count} {int(seconds * 1000)}")
    path.write_text("\n".join(lines) + "\n")


def test_a_failed_attempt_is_stored_at_once(sealed):
    with Omena(sealed.path) as omena:
        unlock(omena, "wrong passphrase")
        assert tries(sealed) == 1


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
