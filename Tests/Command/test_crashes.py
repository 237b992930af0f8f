"""A server that crashes serves again, with the same sockets and process number; one that crashes on and on ends with words."""

import contextlib
import ctypes
import http.client
import os
import platform
import signal
import time

import pytest
from locks import deal_of, opened, post, state
from serving import Omena, copy_new_library, practice
from test_upkeep import check

CRASHES = [signal.SIGILL, signal.SIGTRAP, signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE]


@pytest.fixture
def home(library):
    copy_new_library(library)
    return library


def crash(omena, how):
    return crash_by(omena, lambda process: os.kill(process, how))


def crash_by(omena, cause):
    """Has the server crash; returns after how many seconds it answers again."""
    watch = omena.connect()
    watch.request("GET", "/", headers={"Host": f"localhost:{omena.port}"})
    watch.getresponse().read()
    started = time.monotonic()
    cause(omena.process.pid)
    # The old execution ends its connections.
    with contextlib.suppress(OSError, http.client.HTTPException):
        assert watch.sock.recv(1) == b""
    # One with a lock shows the page that unlocks it.
    assert omena.get("/")[0] in (200, 303)
    return time.monotonic() - started


class Registers(ctypes.Structure):
    """Those that `ptrace` reads and writes on x86-64."""

    NAMES = "r15 r14 r13 r12 rbp rbx r11 r10 r9 r8 rax rcx rdx rsi rdi orig_rax rip cs eflags rsp ss fs_base gs_base ds es fs gs"
    _fields_ = [(name, ctypes.c_ulonglong) for name in NAMES.split()]


def overflow_stack(thread):
    """Leaves a thread without a stack, as a recursion without an end does."""
    attach, read, write, detach = 16, 12, 13, 17
    trace = ctypes.CDLL(None, use_errno=True).ptrace
    trace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    registers = Registers()
    assert trace(attach, thread, None, None) == 0, os.strerror(ctypes.get_errno())
    os.waitpid(thread, 0x4000_0000)
    assert trace(read, thread, None, ctypes.addressof(registers)) == 0
    # It does not return to a system call; its next push or instruction faults.
    registers.orig_rax, registers.rip, registers.rsp = 2**64 - 1, 16, 4096
    assert trace(write, thread, None, ctypes.addressof(registers)) == 0
    assert trace(detach, thread, None, None) == 0


@pytest.mark.skipif(platform.machine() != "x86_64", reason="knows the registers of x86-64")
@pytest.mark.parametrize("is_main", [True, False])
def test_a_server_whose_stack_overflows_serves_again(is_main, home):
    with Omena(home) as omena:
        def cause(process):
            threads = [int(name) for name in os.listdir(f"/proc/{process}/task")]
            # The oldest of the others, because one that has just been created has not run a single instruction perhaps.
            others = (thread for thread in threads if thread != process and is_own(process, thread))
            overflow_stack(process if is_main else min(others))

        crash_by(omena, cause)
        omena.process.terminate()
        _, errors = omena.process.communicate(timeout=60)
        assert omena.process.returncode == 0
    assert "the program crashed (SEGV)" in errors and "serving again after a crash" in errors


def is_own(process, thread):
    """Not one of the HTTP library, which has shallow stacks."""
    with open(f"/proc/{process}/task/{thread}/comm") as file:
        return file.read().startswith("omena")


@pytest.mark.parametrize("how", CRASHES, ids=lambda how: how.name)
def test_a_server_that_crashes_serves_again(how, home):
    with Omena(home) as omena:
        deal = omena.deal()
        events = [practice(card) for card in deal["cards"][:3]]
        assert {r["outcome"] for r in omena.post_reviews(deal, events)[1]["results"]} == {"stored"}
        process = omena.process.pid

        assert crash(omena, how) < 5

        assert omena.process.poll() is None and omena.process.pid == process
        assert {event["id"] for event in events} <= set(omena.log())
        # It stops as usual.
        omena.process.terminate()
        _, errors = omena.process.communicate(timeout=60)
        assert omena.process.returncode == 0
    lines = errors.splitlines()
    assert f"the program crashed ({how.name[3:]}); where:" in lines[0]
    assert any("[0x" in line for line in lines[1:])
    assert "serving again after a crash" in lines[-1]
    assert check(home)["findings"] == []


def test_a_crash_in_the_middle_of_answers_loses_none(home):
    with Omena(home) as omena:
        acknowledged = set()
        for _ in range(2):
            deal = omena.deal()
            for card in deal["cards"]:
                event = practice(card)
                assert omena.post_reviews(deal, [event])[1]["results"][0]["outcome"] == "stored"
                acknowledged.add(event["id"])
            crash(omena, signal.SIGILL)
        assert acknowledged <= set(omena.log())
    assert check(home)["findings"] == []


def test_a_third_crash_within_a_minute_ends_it_with_words(home):
    omena = Omena(home).start()
    crash(omena, signal.SIGILL)
    crash(omena, signal.SIGSEGV)
    os.kill(omena.process.pid, signal.SIGILL)
    _, errors = omena.process.communicate(timeout=60)
    assert omena.process.returncode == 128 + signal.SIGILL
    assert errors.splitlines()[-1].startswith("omena: it crashed three times within a minute and ends; please report")
    # A new one is not held responsible.
    with Omena(home) as again:
        crash(again, signal.SIGILL)


def test_a_sealed_library_is_locked_after_a_crash(sealed):
    with Omena(sealed.path) as omena:
        session = opened(omena)
        deal = deal_of(omena, session)
        events = [practice(card) for card in deal["cards"][:3]]
        assert set(post(omena, session, deal, events)) == {"stored"}
        crash(omena, signal.SIGILL)
        assert state(omena, **session) == "locked"
        again = opened(omena)
        assert set(post(omena, again, deal, events)) == {"known"}
