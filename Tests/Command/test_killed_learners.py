"""Many learners answer at once while the server is killed: each finds what was acknowledged to them, and nothing else."""

import http.client
import json
import os
import random
import signal
from concurrent.futures import ThreadPoolExecutor

from learners import FORM, carrying
from locks import confirmed, wait_for
from serving import practice
from test_sealed_learners import opened, processes, state

LEARNERS, KILLS = (200, 50) if os.environ.get("OMENA_SOAK") else (40, 3)
# How many of them have a lock, so that their libraries are served by processes of their own.
LOCKED = 2


class Student:
    """A learner who answers over one connection, and remembers what was sent and what was acknowledged."""

    def __init__(self, learner):
        self.learner = learner
        self.deal = None
        self.sent = set()
        self.acknowledged = set()

    def study(self):
        """Answers until the server is gone."""
        learner = self.learner
        deal = self.deal = self.deal or learner.deal()
        headers = {"Host": f"localhost:{learner.port}", "Content-Type": "application/json", **carrying(learner.session)}
        connection = learner.connect()
        try:
            while True:
                event = practice(random.choice(deal["cards"]))
                self.sent.add(event["id"])
                batch = {"library": deal["library"], "epoch": deal["epoch"], "events": [event]}
                connection.request("POST", f"{learner.base}/reviews", json.dumps(batch), headers)
                response = connection.getresponse()
                answer = json.loads(response.read())
                assert response.status == 200 and answer["results"][0]["outcome"] == "stored", answer
                self.acknowledged.add(event["id"])
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()


def test_every_acknowledged_answer_is_in_its_own_library_and_in_no_other(school, sealed):
    chance = random.Random(6636)
    locked = [school.add(f"locked{number}", "--from", sealed.path) for number in range(LOCKED)]
    with ThreadPoolExecutor(LEARNERS) as pool:
        others = pool.map(school.add, [f"learner{number}" for number in range(LEARNERS - LOCKED)])
        students = [Student(learner) for learner in [*locked, *others]]
        for number in range(KILLS):
            for learner in locked:
                opened(learner)
            children = processes(school)
            assert len(children) == LOCKED
            enough = [(student, len(student.acknowledged) + chance.randint(1, 6)) for student in students]
            studying = [pool.submit(student.study) for student in students]
            wait_for(lambda enough=enough: all(len(student.acknowledged) >= count for student, count in enough), 120)
            # The server first, so that nobody is told that a library's process is gone. Every second time those processes may finish.
            for process in [school.process.pid, *(children if number % 2 == 0 else ())]:
                os.kill(process, signal.SIGKILL)
            for work in studying:
                work.result()
            school.kill()
            school.start()

    for learner in locked:
        # So that the log can be read from the file.
        assert opened(learner).request("POST", "/settings/lock/off", confirmed(), FORM)[0] == 303
        wait_for(lambda learner=learner: state(learner) == "open")
    school.stop()
    for student in students:
        assert student.acknowledged <= set(student.learner.log()) <= student.sent
