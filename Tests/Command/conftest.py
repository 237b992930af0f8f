"""What tests of a library with a lock share."""

import pytest
from locks import LOCKER, Sealed
from serving import Omena


@pytest.fixture(scope="session")
def locker():
    """The program that gives a library a lock which is quick to try."""
    return LOCKER


@pytest.fixture
def sealed(library, locker):
    with Omena(library):
        pass
    return Sealed(library, locker)
