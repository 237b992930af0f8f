"""Serving a library with a lock: its responses while it is locked, and the ways to lock and unlock it."""

import json
import re
import signal
import time
from urllib.parse import urlencode

import pytest
from locks import FORM, PASSPHRASE, SCRIPT, deal_of, events, opened, post, record_of, state, unlock, wait_for
from serving import Omena, practice


def test_a_sealed_library_starts_locked_and_shows_nothing(sealed):
    with Omena(sealed.path) as omena:
        for path in ["/", "/cards", "/settings", "/study/learn?deck=First%20questions", "/decks"]:
            status, headers, body = omena.get(path)
            assert status == 303 and headers["Location"].startswith("/unlock?to="), path
            assert b"First questions" not in body
            assert omena.get(path, **SCRIPT)[0] == 401
            assert omena.get(path, **{"Sec-Fetch-Mode": "cors"})[0] == 401
        for path in ["/api/v1/decks", "/worker.js", f"/media/{'0' * 64}"]:
            assert omena.get(path)[0] == 401, path
        status, headers, body = omena.request(
            "POST", "/reviews", "{}", {"Content-Type": "application/json"}
        )
        assert status == 401 and headers["Omena-Lock"] == "locked" and json.loads(body)["locked"]
        status, headers, body = omena.get("/unlock?to=/cards")
        assert status == 200 and headers["Cache-Control"] == "no-store"
        assert b"/unlock/passphrase" in body and b"/unlock/recovery" in body
        style = re.search(rb'href="(/assets/[^"]+\.css)"', body)[1].decode()
        assert omena.get(style)[0] == 200
        assert state(omena) == "locked"


def test_a_passphrase_unlocks_it_for_one_browser_only(sealed):
    with Omena(sealed.path) as omena:
        status, headers, _ = omena.request(
            "POST", "/unlock/passphrase", urlencode({"passphrase": PASSPHRASE, "to": "/cards"}), FORM
        )
        assert status == 303 and headers["Location"] == "/cards"
        line = headers["Set-Cookie"]
        assert "HttpOnly" in line and "SameSite=Strict" in line and "Max-Age" not in line
        cookie = {"Cookie": line.split(";")[0]}

        status, headers, body = omena.get("/", **cookie)
        assert status == 200 and b"First questions" in body and b"data-lockable" in body
        assert headers["Cache-Control"] == "no-store"
        assert omena.get("/")[0] == 303
        assert omena.get("/", Cookie=cookie["Cookie"][:-1] + "x")[0] == 303
        assert (state(omena, **cookie), state(omena)) == ("open", "locked")

        other = opened(omena)
        assert other != cookie and omena.get("/", **other)[0] == 200


@pytest.mark.parametrize("to", ["//evil.example/", "https://evil.example/", "/\\evil.example", "cards"])
def test_unlocking_never_redirects_to_another_site(sealed, to):
    with Omena(sealed.path) as omena:
        body = urlencode({"passphrase": PASSPHRASE, "to": to})
        status, headers, _ = omena.request("POST", "/unlock/passphrase", body, FORM)
        assert status == 303 and headers["Location"] == "/"


def test_an_ip_address_redirects_to_the_host_name_that_passkeys_need(sealed):
    with Omena(sealed.path) as omena:
        here = f"127.0.0.1:{omena.port}"
        status, headers, _ = omena.get("/unlock?to=/cards", Host=here)
        assert (status, headers["Location"]) == (303, f"http://localhost:{omena.port}/unlock?to=%2Fcards")
        # Typed keys are accepted at any address.
        assert unlock(omena)[0] == 200


def test_a_recovery_code_unlocks_it_and_a_misspelled_one_is_reported(sealed):
    with Omena(sealed.path) as omena:
        slip = sealed.code[:-1] + ("0" if sealed.code[-1] != "0" else "1")
        status, answer, _ = unlock(omena, slip, "recovery")
        assert (status, answer["why"]) == (401, "misspelledRecoveryCode")
        status, answer, _ = unlock(omena, "", "recovery")
        assert (status, answer["why"]) == (422, "nothingGiven")
        status, _, cookie = unlock(omena, sealed.code.lower().replace("-", " "), "recovery")
        assert status == 200 and omena.get("/", **cookie)[0] == 200


def test_another_site_cannot_try_keys(sealed):
    with Omena(sealed.path) as omena:
        headers = {**FORM, "Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
        body = urlencode({"passphrase": PASSPHRASE})
        assert omena.request("POST", "/unlock/passphrase", body, headers)[0] == 403
        assert omena.request("POST", "/lock", "", headers)[0] == 403


def test_a_library_without_a_lock_is_open(omena):
    assert state(omena) == "open"
    status, headers, _ = omena.get("/unlock?to=/cards")
    assert status == 303 and headers["Location"] == "/cards"
    assert b"data-lockable" not in omena.get("/")[2]
    assert omena.request("POST", "/lock", "", SCRIPT)[0] == 409


def test_locking_ends_every_session_but_not_the_process(sealed):
    with Omena(sealed.path) as omena:
        cookie, other = opened(omena), opened(omena)
        process = omena.process.pid
        status, headers, _ = omena.request("POST", "/lock", "", {**SCRIPT, **cookie})
        assert status == 200 and headers["Clear-Site-Data"] == '"cache"'
        assert "Max-Age=0" in headers["Set-Cookie"]

        wait_for(lambda: state(omena) == "locked")
        assert omena.get("/", **cookie)[0] == 303 and omena.get("/", **other)[0] == 303
        assert omena.process.poll() is None and omena.process.pid == process

        again = opened(omena)
        assert omena.get("/", **again)[0] == 200
        assert omena.stop() == 0


def test_only_an_unlocked_browser_can_lock(sealed):
    with Omena(sealed.path) as omena:
        cookie = opened(omena)
        assert omena.request("POST", "/lock", "", SCRIPT)[0] == 401
        assert omena.get("/", **cookie)[0] == 200


def test_an_idle_library_is_locked(sealed):
    with Omena(sealed.path, "--lock-after", "2") as omena:
        cookie = opened(omena)
        # Asking for the state does not count as use.
        wait_for(lambda: state(omena, **cookie) == "locked")
        assert omena.get("/", **cookie)[0] == 303
    assert "idle" in record_of(sealed).read_text()


def test_a_library_in_use_stays_unlocked(sealed):
    with Omena(sealed.path, "--lock-after", "2") as omena:
        cookie = opened(omena)
        end = time.monotonic() + 4
        while time.monotonic() < end:
            assert json.loads(omena.get("/unlock?used", **SCRIPT, **cookie)[2])["state"] == "open"
            time.sleep(0.2)


def test_one_signal_locks_and_another_stops(sealed):
    with Omena(sealed.path) as omena:
        cookie = opened(omena)
        omena.process.send_signal(signal.SIGUSR1)
        wait_for(lambda: state(omena, **cookie) == "locked")
        assert omena.get("/", **cookie)[0] == 303
        opened(omena)
        assert omena.stop(signal.SIGTERM) == 0
    assert events(sealed) == ["unlocked", "locked", "unlocked", "locked"]


def test_answers_survive_locking_and_a_kill(sealed):
    with Omena(sealed.path) as omena:
        cookie = opened(omena)
        ids = []
        for round in range(3):
            deal = deal_of(omena, cookie)
            event = practice(deal["cards"][0])
            ids.append(event["id"])
            assert post(omena, cookie, deal, [event]) == ["stored"]
            if round == 0:
                omena.request("POST", "/lock", "", {**SCRIPT, **cookie})
                wait_for(lambda: state(omena) == "locked")
            else:
                omena.kill()
                omena.start()
                assert state(omena) == "locked"
            cookie = opened(omena)
        deal = deal_of(omena, cookie)
        again = [practice(deal["cards"][0], id=name) for name in ids]
        assert set(post(omena, cookie, deal, again)) <= {"known", "conflict"}
