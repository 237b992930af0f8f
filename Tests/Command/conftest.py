"""What tests of a library with a lock share."""

import subprocess

import pytest
from locks import LOCKER, Sealed
from serving import ROOT, Omena


@pytest.fixture(scope="session")
def locker():
    """The program that gives a library a lock which is quick to try."""
    if not LOCKER.exists():
        subprocess.run(["swift", "build", "--product", "TestLock"], cwd=ROOT, check=True)
    return LOCKER


@pytest.fixture
def sealed(library, locker):
    with Omena(library):
        pass
    return Sealed(library, locker)
