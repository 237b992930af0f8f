"""What may go wrong in a fleet: each fault begins, lasts a while, and ends."""

import contextlib
import subprocess
import time

from processes import kill


class Fault:
    """One thing that goes wrong, at a node that is given or at a server of PostgreSQL."""

    # Of faults of one place only one happens at a time.
    place = "node"
    # Seconds for which it lasts: some less than a lease, some more.
    least, most = 0.3, 9

    def __init__(self, fleet, node, chance):
        self.fleet = fleet
        self.node = node
        self.chance = chance

    def __str__(self):
        return type(self).__name__ + (f" {self.node.name}" if self.place == "node" else "")

    def begin(self):
        raise NotImplementedError

    def end(self):
        raise NotImplementedError


# MARK: - Of nodes


class NodeKilled(Fault):
    def begin(self):
        kill(self.node.process.pid)
        self.node.stop()

    def end(self):
        self.node.launch()


class NodeKilledAndForgotten(NodeKilled):
    """Its disk is lost, too."""

    def begin(self):
        super().begin()
        self.node.lose_files()


class NodePaused(Fault):
    most = 12

    def begin(self):
        self.node.pause()

    def end(self):
        self.node.resume()


class NodeDrained(Fault):
    def begin(self):
        # It fails while PostgreSQL cannot be reached.
        with contextlib.suppress(AssertionError):
            self.fleet.command("node", "drain", self.node.name)

    def end(self):
        self.node.stop()
        self.node.launch()


class NodeRestarted(Fault):
    most = 1

    def begin(self):
        self.node.stop()

    def end(self):
        self.node.launch()


class NodeCut(Fault):
    """It reaches no server of PostgreSQL."""

    def begin(self):
        for wire in self.node.wires.values():
            wire.cut()

    def end(self):
        for wire in self.node.wires.values():
            wire.mend()


class NodeReset(NodeCut):
    """Its connections end, some of them before an answer has come."""

    most = 0.3

    def begin(self):
        for wire in self.node.wires.values():
            wire.reset()


class NodeHeld(NodeCut):
    """What it sends to PostgreSQL arrives late, perhaps when it has given up and another node has taken over."""

    most = 12
    directions = ("there",)

    def begin(self):
        for wire in self.node.wires.values():
            wire.hold(*self.directions)


class NodeUnanswered(NodeHeld):
    """What it sends to PostgreSQL is done, but the answers are late."""

    directions = ("back",)


class NodeSlow(NodeCut):
    def begin(self):
        for wire in self.node.wires.values():
            wire.delay = self.chance.choice([0.01, 0.05, 0.2, 0.7])


class NodeUnreachable(Fault):
    """Other nodes do not reach it."""

    def begin(self):
        self.node.inbound.cut()

    def end(self):
        self.node.inbound.mend()


class NodeSilent(NodeUnreachable):
    """It receives nothing from other nodes, or they nothing from it."""

    def begin(self):
        self.node.inbound.hold(self.chance.choice(["there", "back"]))


class DiskFull(Fault):
    def begin(self):
        self.node.fill_disk()

    def end(self):
        self.node.empty_disk()


class ClockSet(Fault):
    """By less than a day, beyond which answers are refused as coming from the future."""

    def begin(self):
        self.node.clock.set(self.chance.choice([1, -1]) * self.chance.choice([2, 30, 3_600, 20 * 3_600]))

    def end(self):
        self.node.clock.set(0)


# MARK: - Of PostgreSQL


class ServerFault(Fault):
    place = "postgres"

    @property
    def postgres(self):
        return self.fleet.postgres


class PrimaryKilled(ServerFault):
    def begin(self):
        self.postgres.wait_until_whole()
        self.postgres.primary.kill()
        self.old = self.postgres.fail_over()

    def end(self):
        self.postgres.rejoin(self.old)


class PrimaryLeftBehind(PrimaryKilled):
    """Its standbys receive nothing for a moment, in which others may be told that something is done, and then it is gone."""

    def begin(self):
        self.postgres.wait_until_whole()
        for server in self.postgres.standbys_now:
            server.upstream.hold()
        time.sleep(1)
        self.postgres.primary.kill()
        self.old = self.postgres.fail_over()


class PrimaryDiskFull(PrimaryKilled):
    """It cannot write its log any more, and stops."""

    def begin(self):
        self.postgres.wait_until_whole()
        primary = self.postgres.primary
        primary.fill_disk()
        # It stops at the next commit.
        with contextlib.suppress(AssertionError, subprocess.TimeoutExpired):
            primary.execute("CREATE TABLE filled ()", seconds=2)
        primary.kill()
        self.old = self.postgres.fail_over()


class PrimaryPaused(ServerFault):
    """It wakes up after another one was promoted, and believes that it is still the primary."""

    least, most = 1, 8

    def begin(self):
        self.postgres.wait_until_whole()
        self.postgres.primary.pause()
        self.old = self.postgres.fail_over()
        self.old.resume()

    def end(self):
        self.postgres.rejoin(self.old)


class PrimaryRestarted(ServerFault):
    """It crashes, and is there again before anybody is promoted."""

    def begin(self):
        self.postgres.primary.kill()

    def end(self):
        self.postgres.primary.start()


class StandbyKilled(ServerFault):
    def begin(self):
        self.server = self.chance.choice(self.postgres.standbys_now)
        self.server.kill()

    def end(self):
        self.server.start()


class StandbysSilent(ServerFault):
    """Commits wait, because no standby confirms them."""

    most = 4

    def begin(self):
        for server in self.postgres.standbys_now:
            server.upstream.hold()

    def end(self):
        for server in self.postgres.standbys_now:
            server.upstream.mend()


FAULTS = [
    NodeKilled, NodeKilledAndForgotten, NodePaused, NodeDrained, NodeRestarted, NodeCut, NodeReset, NodeHeld, NodeUnanswered, NodeSlow,
    NodeUnreachable, NodeSilent, DiskFull, ClockSet, PrimaryKilled, PrimaryLeftBehind, PrimaryDiskFull, PrimaryPaused, PrimaryRestarted,
    StandbyKilled, StandbysSilent,
]  # fmt: skip
