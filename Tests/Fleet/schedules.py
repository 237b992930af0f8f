"""Random schedules of faults while students work, and what has to be true afterwards."""

import contextlib
import random
import subprocess
import threading
import time

from copies import canonical, difference
from faults import FAULTS
from fleet import Fleet
from postgres import DATABASE
from processes import wait_until
from students import Student

SLOTS = "SELECT learner, number, md5(term || ' ' || kind || ' ' || md5(body)) AS digest FROM slot"


class Watch(threading.Thread):
    """Remembers each slot that a standby has ever had: whoever is promoted has it, and nothing may replace it."""

    def __init__(self, postgres):
        super().__init__(daemon=True)
        self.postgres = postgres
        self.seen = {}
        self.replaced = []
        self.is_over = threading.Event()

    def look(self, server):
        for row in server.query(SLOTS, DATABASE, seconds=2):
            digest = self.seen.setdefault((row["learner"], row["number"]), row["digest"])
            if digest != row["digest"]:
                self.replaced.append(f"slot {row['number']} of learner {row['learner']} was replaced")

    def run(self):
        while not self.is_over.wait(0.3):
            for server in self.postgres.standbys_now:
                # One that is paused or dead has nothing to say.
                with contextlib.suppress(AssertionError, subprocess.TimeoutExpired):
                    self.look(server)


class Schedule:
    """One run: students, faults at times that a seed determines, and the examination."""

    def __init__(self, seed, students=6, faults=4, kinds=FAULTS, fleet=None):
        self.seed = seed
        self.chance = random.Random(seed)
        self.count = students
        self.faults = faults
        self.kinds = kinds
        self.fleet = fleet or Fleet()
        self.told = []
        self.written = {}

    def tell(self, what):
        self.told.append(f"{time.monotonic() - self.started:6.2f} s  {what}")

    def run(self):
        """Returns what is wrong afterwards, as lines."""
        self.started = time.monotonic()
        with self.fleet:
            learners = [self.fleet.add(f"learner{number}") for number in range(self.count)]
            endpoints = self.fleet.endpoints
            for endpoint in endpoints:
                endpoint.patience = 5
            self.students = [Student(learner, endpoints, random.Random(self.chance.random())) for learner in learners]
            self.watch = Watch(self.fleet.postgres)
            for thread in [self.watch, *self.students]:
                thread.start()
            try:
                wait_until(lambda: all(student.done >= 3 or student.failure for student in self.students), what="a first answer")
                self.tell(f"{self.count} students work")
                self.disturb()
                self.fleet.heal()
                self.tell("all is well again")
                self.wait_for_progress()
            except (AssertionError, RuntimeError, subprocess.TimeoutExpired) as error:
                return [f"{error}"]
            finally:
                for thread in [*self.students, self.watch]:
                    thread.is_over.set()
                for thread in [*self.students, self.watch]:
                    thread.join(60)
                self.written = {node: node.log_text().splitlines()[-200:] for node in self.fleet.nodes}
            return self.examine()

    def logs(self):
        """What the nodes have written, each line once."""
        lines = {line.split(" ", 1)[-1]: node.name for node in self.fleet.nodes for line in self.written[node]}
        return [f"{name}: {line}" for line, name in lines.items()]

    def plan(self):
        """The times at which faults begin and end."""
        steps, free = [], {"postgres": 0.0, **{node.name: 0.0 for node in self.fleet.nodes}}
        for kind in self.chance.choices(self.kinds, k=self.faults):
            node = self.chance.choice(self.fleet.nodes)
            fault = kind(self.fleet, node, self.chance)
            place = node.name if kind.place == "node" else kind.place
            begin = free[place] + self.chance.uniform(0, 2)
            end = begin + self.chance.uniform(kind.least, kind.most)
            # Nodes start without anybody waiting for them; a moment later they can be disturbed again.
            free[place] = end + 1
            steps += [(begin, f"{fault} begins", fault.begin), (end, f"{fault} ends", fault.end)]
        return sorted(steps, key=lambda step: step[0])

    def disturb(self):
        start = time.monotonic()
        for moment, what, act in self.plan():
            # The only waiting for a time: faults last as long as the seed says.
            time.sleep(max(0, start + moment - time.monotonic()))
            self.tell(what)
            act()

    def wait_for_progress(self):
        """Everybody is served again, without a restart of anything."""
        before = {student: student.done for student in self.students}
        for student in self.students:
            enough = lambda student=student: student.failure or student.done >= before[student] + 3  # noqa: E731
            wait_until(enough, what=f"service for {student.learner.name} ({dict(student.statuses)})")

    def examine(self):
        found = [f"{student.learner.name}: {student.failure!r}" for student in self.students if student.failure]
        for student in self.students:
            student.finish()
            found += [f"{student.learner.name}: {why}" for status, why in student.refusals.items() if status == 500]
        self.tell(f"{sum(len(student.answers) for student in self.students)} answers were acknowledged")
        held = {student: self.held(student) for student in self.students}
        for student, library in held.items():
            found += student.faults(library)
        copies = {student: canonical(library) for student, library in held.items()}
        found += self.slots()
        for student, library in self.rebuilt().items():
            if not library:
                found.append(f"{student.learner.name}: the library is lost, because it cannot be built anew")
                continue
            found += [f"{line}, in the rebuilt file" for line in student.faults(library)]
            if (rebuilt := canonical(library)) != copies[student]:
                found.append(f"{student.learner.name}: the rebuilt file differs\n{difference(copies[student], rebuilt)}")
        for student in self.students:
            for digest, content in student.pictures.items():
                status, _, body = student.learner.get(f"/media/{digest}")
                if (status, body) != (200, content):
                    found.append(f"{student.learner.name}: picture {digest[:8]} is lost ({status})")
        return found

    def held(self, student):
        """The file of a student at its holder."""
        node = self.fleet.holder(student.learner)
        assert node, f"nobody holds the library of {student.learner.name}"
        return self.fleet.library(node, student.learner)

    def slots(self):
        """What is wrong with the shared log."""
        found, numbers = [], {}
        self.watch.look(self.fleet.postgres.primary)
        present = self.fleet.postgres.query("SELECT learner, number FROM slot ORDER BY 1, 2")
        for row in present:
            numbers.setdefault(row["learner"], []).append(row["number"])
        for learner, have in numbers.items():
            if have != list(range(have[0], have[-1] + 1)):
                found.append(f"slots of learner {learner} have gaps: {have}")
        first = {learner: have[0] for learner, have in numbers.items()}
        there = {(row["learner"], row["number"]) for row in present}
        for learner, number in self.watch.seen.keys() - there:
            # Earlier ones are removed when a snapshot contains them.
            if number >= first.get(learner, 0):
                found.append(f"slot {number} of learner {learner} is lost")
        return found + self.watch.replaced

    def rebuilt(self):
        """Each student's file as a node without files makes it from the shared log; None if it cannot."""
        for node in self.fleet.nodes:
            node.stop()
        node = self.chance.choice(self.fleet.nodes)
        node.lose_files()
        self.fleet.start([node])
        endpoint = self.fleet.endpoint_of(node)
        opened = {student: student.learner.through(endpoint).get("/")[0] == 200 for student in self.students}
        return {student: self.fleet.library(node, student.learner) if opened[student] else None for student in self.students}
