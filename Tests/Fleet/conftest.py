"""Fixtures for tests of a fleet."""

import pytest
from fleet import Fleet


@pytest.fixture
def fleet():
    """Three nodes over a primary and two standbys, with a balancer in front."""
    with Fleet() as fleet:
        yield fleet


@pytest.fixture
def anna(fleet):
    return fleet.add("anna", "--role", "admin")
