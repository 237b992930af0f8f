"""Nodes of Omena over PostgreSQL, with HAProxy in front of them."""

import contextlib
import csv
import http.client
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import subprocess
import tempfile

from clocks import Clock
from learners import Learner, School
from postgres import DATABASE, USER, Postgres
from processes import end_with_parent, pause, resume, wait_until
from serving import BINARY, ROOT, Omena
from wires import Direct, Wire, free_port

NODES = ("a", "b", "c")
HOST = "cards.example.org"
# In which browsers have their session behind TLS.
COOKIE = "__Host-omena-unlocked"


class Node(Omena):
    """One node: other nodes and PostgreSQL are behind wires of its own."""

    def __init__(self, fleet, name):
        super().__init__(fleet.folder / name, port=free_port())
        self.fleet = fleet
        self.name = name
        # The way in for other nodes, whose address they are told.
        self.inbound = fleet.connect(self.port)
        self.wires = {server.name: fleet.connect(server.port) for server in fleet.postgres.servers}
        self.clock = Clock(fleet.folder / f"{name}.clock")
        self.options = list(fleet.options)
        self.environment = dict(fleet.environment)

    @property
    def base(self):
        return ""

    def command(self):
        hosts = ",".join(f"127.0.0.1:{wire.port}" for wire in self.wires.values())
        words = [BINARY, "serve", "--fleet", f"postgres://{USER}@{hosts}/{DATABASE}{self.fleet.query}", "--node", self.name]
        words += ["--at", f"127.0.0.1:{self.inbound.port}", "--port", self.port]
        if self.fleet.is_public:
            words += ["--origin", f"https://{HOST}"]
        return [*words, "--accounts", self.library, "--no-open", *self.options]

    def launch(self):
        """Starts the program without waiting for it."""

        def prepare():
            end_with_parent()
            # The size of its files is limited later, which resembles a full disk; it is to see an error then.
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

        self.output = open(self.fleet.folder / f"{self.name}.log", "ab")
        environment = {**os.environ, **self.environment}
        if self.fleet.has_wires:
            environment |= self.clock.environment
        self.process = subprocess.Popen(
            list(map(str, self.command())),
            stdout=subprocess.PIPE,
            stderr=self.output,
            text=True,
            env=environment,
            preexec_fn=prepare,
        )
        self.output.close()
        return self

    def start(self):
        return self.launch().wait_until_started()

    def wait_until_started(self):
        line = self.process.stdout.readline()
        match = re.fullmatch(r"Omena is at .*http://.+:(\d+)\n", line)
        assert match and int(match[1]) == self.port, f"it printed {line!r}\n{self.log_text()[-3000:]}"
        return self

    def stop(self, how=signal.SIGTERM):
        if not self.process or self.process.returncode is not None:
            return 0
        resume(self.process.pid)
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(timeout=30)
        self.process.stdout.close()
        return code

    def pause(self):
        pause(self.process.pid)

    def resume(self):
        resume(self.process.pid)

    def lose_files(self):
        """Its disk is replaced by a new one."""
        shutil.rmtree(self.library, ignore_errors=True)

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def log_text(self):
        return (self.fleet.folder / f"{self.name}.log").read_text(errors="replace")

    def request(self, method, path, body=None, headers=None):
        host = {"Host": HOST} if self.fleet.is_public else {}
        return super().request(method, path, body, {**host, **(headers or {})})

    def is_ready(self):
        with contextlib.suppress(OSError):
            return self.is_running() and self.get("/ready")[0] == 200
        return False

    def metrics(self):
        """The values of `/metrics` by their names with labels."""
        status, headers, body = self.get("/metrics")
        assert status == 200 and headers["Content-Type"].startswith("text/plain"), (status, headers)
        lines = [line for line in body.decode().splitlines() if line and not line.startswith("#")]
        return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines}

    # MARK: Faults

    def fill_disk(self):
        """From now on no file of it grows."""
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))

    def empty_disk(self):
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    def mend(self):
        """Ends whatever a test did to it, except that a dead one stays dead."""
        for wire in [self.inbound, *self.wires.values()]:
            wire.mend()
        self.clock.set(0)
        if self.is_running():
            self.resume()
            self.empty_disk()


class Balancer:
    """HAProxy, with the configuration that the operators' documentation prints."""

    def __init__(self, fleet):
        self.fleet = fleet
        self.port = free_port()
        self.socket = fleet.folder / "haproxy"
        self.process = None

    def sees(self, node):
        """Whether it sends requests to a node."""
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(self.socket))
            connection.sendall(b"show stat\n")
            with connection.makefile() as lines:
                rows = csv.DictReader(lines)
                # The names of the columns begin with "# ".
                found = [row["status"] for row in rows if (row["# pxname"], row["svname"]) == ("nodes", node.name)]
                # "UP 1/2" is one that has failed once.
                return any(status.startswith("UP") for status in found)
        return False

    def configuration(self):
        text = (ROOT / "Documentation/Fleet.md").read_text()
        (printed,) = re.findall(r"^```haproxy\n(.*?)^```$", text, re.M | re.S)[:1]
        printed = re.sub(r"bind :443 .*", f"bind 127.0.0.1:{self.port}", printed)
        printed = re.sub(r"maxconn \d+", f"maxconn 1000\n    stats socket {self.socket}", printed)
        return re.sub(r"server (\w+) [\d.]+:\d+", lambda match: f"server {match[1]} 127.0.0.1:{self.fleet[match[1]].port}", printed)

    def start(self):
        path = self.fleet.folder / "haproxy.cfg"
        path.write_text(self.configuration())
        log = open(self.fleet.folder / "haproxy.log", "ab")
        self.process = subprocess.Popen(
            ["/usr/sbin/haproxy", "-db", "-f", path], stdout=log, stderr=log, preexec_fn=end_with_parent
        )
        log.close()

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(timeout=20)


class Member(Learner):
    """A learner of a fleet, whose requests go to the balancer or to a node of the caller's choice."""

    @property
    def base(self):
        return f"/~{self.name}"

    def through(self, endpoint):
        """The same learner, whose requests go through this node or balancer."""
        return Member(endpoint, self.name, self.session)

    @property
    def id(self):
        return self.school.fleet.id_of(self.name)


class Endpoint(School):
    """A port at which the fleet answers: the balancer's or a node's."""

    def __init__(self, fleet, port):
        super().__init__(fleet.folder, port=port)
        self.fleet = fleet
        self.url = f"https://{HOST}"

    # Seconds for which those who ask wait; nodes that are paused keep them waiting.
    patience = 20

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=self.patience)

    def request(self, method, path, body=None, headers=None):
        return super().request(method, path, body, {"Host": HOST, **(headers or {})})

    def session_in(self, headers, body):
        return re.match(f"{COOKIE}=([^;]+)", headers["Set-Cookie"])[1]

    def carrying(self, session):
        return {"Cookie": f"{COOKIE}={session}"} if session else {}

    def manage(self, *words, code=0):
        return self.fleet.command("learner", *words, code=code)

    def join(self, *words, **options):
        joined = super().join(*words, **options)
        return self.member(joined.name, joined.session)

    def member(self, name, session):
        """A learner whose session is known."""
        return Member(self, name, session)


class Fleet:
    """A PostgreSQL primary and two standbys, three nodes, and HAProxy."""

    def __init__(self, postgres=None, options=(), environment=(), query="", has_wires=True, is_public=True):
        # Without wires nothing can be disturbed, and nothing is slower than for operators.
        self.has_wires = has_wires
        # Whether it is reached under its name on the web, or under this machine's.
        self.is_public = is_public
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="omena-fleet-"))
        self.postgres = postgres or Postgres(has_wires=has_wires)
        self.options = options
        # The end of PostgreSQL's address, which says how TLS is used.
        self.query = query
        self.environment = dict(environment)
        self.names = {}

    def __enter__(self):
        self.postgres.__enter__()
        self.nodes = [Node(self, name) for name in NODES]
        self.balancer = Balancer(self)
        try:
            self.balancer.start()
            self.start(self.nodes)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.balancer.stop()
        for node in self.nodes:
            node.mend()
            if node.is_running():
                node.stop(signal.SIGKILL)
            for wire in [node.inbound, *node.wires.values()]:
                wire.close()
        self.postgres.__exit__()
        shutil.rmtree(self.folder, ignore_errors=True)

    def connect(self, port):
        return Wire(port) if self.has_wires else Direct(port)

    def __getitem__(self, name):
        return self.nodes[NODES.index(name)]

    def start(self, nodes):
        """Starts nodes, and waits until the balancer sends them requests."""
        for node in nodes:
            node.launch()
        for node in nodes:
            node.wait_until_started()
            wait_until(lambda node=node: self.balancer.sees(node), what=f"readiness of node {node.name}")

    @property
    def address(self):
        """The address of PostgreSQL for commands, which no fault concerns."""
        hosts = ",".join(f"127.0.0.1:{server.port}" for server in self.postgres.servers)
        return f"postgres://{USER}@{hosts}/{DATABASE}{self.query}"

    @property
    def endpoint(self):
        """The balancer's."""
        return Endpoint(self, self.balancer.port)

    def endpoint_of(self, node):
        return Endpoint(self, node.port)

    @property
    def endpoints(self):
        """The balancer's and those of all nodes."""
        return [self.endpoint, *map(self.endpoint_of, self.nodes)]

    def command(self, *words, code=0, seconds=60):
        """Runs a command on the fleet; returns what it prints."""
        command = list(map(str, [BINARY, *words, "--fleet", self.address]))
        result = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
        assert result.returncode == code, result
        return result.stdout if code == 0 else result.stderr

    def add(self, name, *options):
        """Adds a learner, who joins with a passphrase."""
        return self.endpoint.add(name, *options)

    def id_of(self, name):
        """The number of a learner's account, as the tables name it."""
        if name not in self.names:
            self.names[name] = int(self.postgres.query(f"SELECT id FROM account WHERE name = '{name}'")[0]["id"])
        return self.names[name]

    def holder(self, learner):
        """The node that the table says holds a learner's library."""
        rows = self.postgres.query(f"SELECT node FROM holder WHERE learner = {learner.id}")
        # A library that was given away has no holder.
        name = rows[0]["node"] if rows else None
        return self[name] if name else None

    def library(self, node, learner):
        """The file of a learner on a node."""
        digits = f"{learner.id % (1 << 64):016x}"
        return node.library / "learners" / digits[:2] / digits / "library.omena"

    def heal(self):
        """Ends all faults: three servers of PostgreSQL and three nodes run."""
        for server in self.postgres.servers:
            server.upstream.mend()
        for server in self.postgres.standbys_now:
            if server.process.poll() is not None:
                self.postgres.rejoin(server)
        self.postgres.wait_until_whole()
        for node in self.nodes:
            node.mend()
        dead = [node for node in self.nodes if not node.is_running()]
        for node in dead:
            node.stop()
        self.start(dead)
        for node in self.nodes:
            wait_until(lambda node=node: self.balancer.sees(node), what=f"readiness of node {node.name}")
