"""Fixtures for all tests of the running program."""

import os
import signal
import subprocess

import pytest
from learners import School
from serving import Omena, copy_new_library


@pytest.fixture(autouse=not os.environ.get("OMENA_SOAK"))
def patience():
    """A test that waits for what never comes fails, instead of keeping all others waiting."""

    def give_up(*_):
        raise AssertionError("it waited for five minutes")

    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(300)
    yield
    signal.alarm(0)


@pytest.fixture
def library(tmp_path):
    return tmp_path / "library.omena"


@pytest.fixture
def omena(library):
    copy_new_library(library)
    if os.environ.get("OMENA_LEARNER"):
        yield from learner_of(library)
        return
    with Omena(library) as omena:
        yield omena


@pytest.fixture
def school(tmp_path):
    """A server of several learners, which has none yet."""
    with School(tmp_path / "school") as school:
        yield school


def learner_of(library):
    """The same library on a server of several learners, so that all tests of pages can run there too."""
    with School(library.parent / "school") as school:
        yield school.add("anna", "--from", library)


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """A self-signed certificate for this machine, and its key."""
    folder = tmp_path_factory.mktemp("tls")
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        + ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        + ["-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )
    return certificate, key
