"""Fixtures that several tests of the command line share."""

import contextlib

import pytest
from library_copies import Copy
from locks import LOCKER, Sealed
from programs import AnkiServer
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


@pytest.fixture
def copies(tmp_path):
    """Starts copies of the same new library."""
    with contextlib.ExitStack() as stack:

        def start(name):
            library = tmp_path / f"{name}.omena"
            copy_new_library(library)
            return stack.enter_context(Copy(library))

        yield start


@pytest.fixture
def pair(copies):
    """Two copies that sync: the second calls the first."""
    home, laptop = copies("home"), copies("laptop")
    laptop.pair(home)
    return home, laptop


@pytest.fixture
def server(library, tmp_path):
    """A server with a port for programs made for Anki."""
    copy_new_library(library)
    with AnkiServer(library, tmp_path / "key") as server:
        yield server
