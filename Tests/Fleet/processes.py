"""Processes of a fleet, which can be killed and paused as a whole."""

import contextlib
import ctypes
import os
import pathlib
import signal
import time

PATIENCE = 30


def wait_until(condition, seconds=PATIENCE, what="it"):
    """Waits for a condition; returns its value."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, f"{what} did not happen within {seconds} s"
        time.sleep(0.01)
    return value


def end_with_parent():
    """Called in a new process, so that it ends when its parent is killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def children(process):
    """The processes that a process has started, and those that they have started."""
    found, parents = [], {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            parents.setdefault(int(fields[1]), []).append(int(folder.name))
    waiting = [process]
    while waiting:
        waiting += (new := parents.get(waiting.pop(), []))
        found += new
    return found


def is_running(process):
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    return False


def _send(process, what):
    with contextlib.suppress(ProcessLookupError):
        os.kill(process, what)


def pause(process):
    """Stops a process and its children."""
    _send(process, signal.SIGSTOP)
    for child in children(process):
        _send(child, signal.SIGSTOP)


def resume(process):
    for child in [*children(process), process]:
        _send(child, signal.SIGCONT)


def kill(process):
    """Kills a process and its children at once, and waits until the children are gone."""
    # So that it starts no more of them.
    _send(process, signal.SIGSTOP)
    family = children(process)
    for member in [process, *family]:
        _send(member, signal.SIGKILL)
    wait_until(lambda: not any(map(is_running, family)), what="the end of killed processes")
