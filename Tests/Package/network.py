"""A network of its own for tests that need fixed ports and several clients, apart from the machine's."""

import contextlib
import ctypes
import subprocess

CLONE_NEWNET = 0x40000000
SERVER = "192.0.2.80"
OWNER, STRANGER = "192.0.2.1", "198.51.100.1"

_libc = ctypes.CDLL(None, use_errno=True)


def _check(result):
    if result != 0:
        raise OSError(ctypes.get_errno(), "cannot change the network namespace; run this as root")


@contextlib.contextmanager
def own_network():
    """This thread, and whatever it starts, is in a new network with nothing but these addresses."""
    with open("/proc/thread-self/ns/net") as outside:
        _check(_libc.unshare(CLONE_NEWNET))
        try:
            for words in ["link set lo up", *(f"address add {it}/32 dev lo" for it in [SERVER, OWNER, STRANGER])]:
                subprocess.run(["ip", *words.split()], check=True)
            yield
        finally:
            _check(_libc.setns(outside.fileno(), CLONE_NEWNET))


