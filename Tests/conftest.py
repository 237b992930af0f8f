"""What all tests of the running program share."""

import pytest
from serving import Omena


@pytest.fixture
def library(tmp_path):
    return tmp_path / "library.omena"


@pytest.fixture
def omena(library):
    with Omena(library) as omena:
        yield omena
