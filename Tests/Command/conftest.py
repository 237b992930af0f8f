"""Fixtures for tests of a library with a lock."""

import pytest
from locks import LOCKER, Sealed
from serving import copy_new_library


@pytest.fixture(scope="session")
def locker():
    """The program that gives a library a lock whose keys are quick to check."""
    return LOCKER


@pytest.fixture(scope="session")
def sealed_once(tmp_path_factory, locker):
    library = tmp_path_factory.mktemp("sealed") / "library.omena"
    copy_new_library(library)
    return Sealed(library, locker)


@pytest.fixture
def sealed(library, sealed_once):
    return sealed_once.copy(library)
