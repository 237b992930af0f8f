"""The exam itself notices what is lost if commits are not fenced, are in the wrong order, or are on one server only."""

import os

from faults import NodeCut, NodeHeld, PrimaryLeftBehind, StandbysSilent
from fleet import Fleet
from postgres import Postgres
from schedules import Schedule

# Chance has to hit the moment at which something is lost, so that some schedules find nothing.
TRIES = 10


class HeldForLong(NodeHeld):
    """What a node sent arrives when another one has taken over its libraries."""

    least, most = 9, 12


class CutForLong(NodeCut):
    """A node cannot commit for longer than a change waits."""

    least, most = 3, 5


def noticed(kinds, standbys=Postgres.STANDBYS, **options):
    """What is found by the first schedule that finds something."""
    for seed in range(TRIES):
        schedule = Schedule(seed, students=4, faults=2, kinds=kinds, fleet=Fleet(Postgres(standbys), **options))
        if found := schedule.run():
            return "\n".join(found)
    return ""


def test_asynchronous_replication_loses_answers():
    found = noticed([PrimaryLeftBehind], standbys="", options=["--one-copy"])

    assert "is lost" in found, found


if os.environ.get("OMENA_SOAK"):

    def test_commits_that_are_not_fenced_replace_others():
        found = noticed([HeldForLong], environment={"OMENA_FLEET_FAULT": "unfenced"})

        assert "was replaced" in found or "is lost" in found, found

    def test_a_commit_before_the_shared_one_loses_answers():
        found = noticed([CutForLong, StandbysSilent], environment={"OMENA_FLEET_FAULT": "commit-first"})

        assert "is lost" in found or "differs" in found, found
