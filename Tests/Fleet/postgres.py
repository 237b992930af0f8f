"""A PostgreSQL primary with two standbys, from the distribution's packages."""

import atexit
import contextlib
import functools
import getpass
import json
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile

from processes import children, end_with_parent, kill, pause, resume, wait_until
from wires import Direct, Wire, free_port

NAMES = ("north", "south", "west")
DATABASE = USER = "omena"
# The server refuses to run as root.
OWNER = "postgres" if os.geteuid() == 0 else getpass.getuser()
CONFIGURATION = """
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 300
shared_buffers = 32MB
dynamic_shared_memory_type = mmap
wal_keep_size = 256MB
max_wal_size = 256MB
hot_standby = on
wal_receiver_timeout = 3s
wal_sender_timeout = 3s
wal_retrieve_retry_interval = 100ms
log_line_prefix = '%m [%p] '
log_statement = none
jit = off
"""


def program(name):
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    assert found, "PostgreSQL is missing: Scripts/setup.sh test installs it"
    return found[-1]


def run(name, *words, **options):
    """Runs one of PostgreSQL's programs as the user who owns its files."""
    command = list(map(str, [program(name), *words]))
    result = subprocess.run(command, capture_output=True, text=True, user=_owner(), cwd="/", **options)
    assert result.returncode == 0, result
    return result


def _owner():
    return pwd.getpwnam(OWNER).pw_uid if os.geteuid() == 0 else None


def new_folder(prefix):
    """A folder for files of the owner, which is removed at the end."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix=prefix))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if os.geteuid() == 0:
        shutil.chown(folder, OWNER, OWNER)
    return folder


@functools.cache
def template():
    """The files of a new cluster with a user and a database, created once for this process."""
    folder = new_folder("omena-postgres-template-") / "data"
    run("initdb", "-D", folder, "-U", "postgres", "-A", "trust", "--wal-segsize", "4", "--no-sync", "-E", "UTF8", "--locale", "C")
    commands = f"CREATE USER {USER};\nGRANT pg_monitor TO {USER};\nCREATE DATABASE {DATABASE} OWNER {USER};\n"
    run("postgres", "--single", "-D", folder, "postgres", input=commands)
    return folder


class Server:
    """One PostgreSQL server."""

    def __init__(self, name, folder, has_wires=True):
        self.name = name
        self.data = folder / name
        self.port = free_port()
        self.process = None
        # The server that it follows is behind this wire, whose target is changed at a promotion.
        self.upstream = Wire(0) if has_wires else Direct(0)
        self.tls = []

    def create(self):
        run_as_owner("cp", "-a", template(), self.data)

    def demand_tls(self, certificate, key):
        """Lets the fleet's user connect over TLS only."""
        for name, source in (("server.pem", certificate), ("server.key", key)):
            shutil.copy(source, self.data / name)
            (self.data / name).chmod(0o600)
            if os.geteuid() == 0:
                shutil.chown(self.data / name, OWNER, OWNER)
        rules = self.data / "pg_hba.conf"
        rules.write_text(f"hostnossl {DATABASE} {USER} all reject\n{rules.read_text()}")
        self.tls = ["ssl = on", "ssl_cert_file = 'server.pem'", "ssl_key_file = 'server.key'"]

    def configure(self, standbys, is_standby):
        """Writes its configuration: `standbys` is the value of `synchronous_standby_names`."""
        upstream = f"host=127.0.0.1 port={self.upstream.port} user=postgres application_name={self.name}"
        lines = [CONFIGURATION, f"port = {self.port}", f"synchronous_standby_names = '{standbys}'"]
        lines += [f"cluster_name = '{self.name}'", f"primary_conninfo = '{upstream}'", *self.tls]
        (self.data / "postgresql.auto.conf").write_text("\n".join(lines))
        signal_file = self.data / "standby.signal"
        if is_standby:
            signal_file.touch()
            if os.geteuid() == 0:
                shutil.chown(signal_file, OWNER, OWNER)
        else:
            signal_file.unlink(missing_ok=True)

    def start(self):
        with open(self.data.parent / f"{self.name}.log", "a") as log:
            self.process = subprocess.Popen(
                [program("postgres"), "-D", self.data],
                stdout=log,
                stderr=log,
                cwd="/",
                user=_owner(),
                preexec_fn=end_with_parent,
            )
        wait_until(self.answers, what=f"the start of PostgreSQL's {self.name} server")
        return self

    def answers(self):
        if self.process.poll() is not None:
            raise RuntimeError(self.log()[-2000:])
        with contextlib.suppress(AssertionError):
            return self.value("SELECT 1", seconds=2) == 1
        return False

    def log(self):
        return (self.data.parent / f"{self.name}.log").read_text()

    def query(self, sql, database="postgres", seconds=20):
        """The rows of a query, each a dictionary, read as a superuser from this very server."""
        sql = f"SELECT coalesce(json_agg(result), '[]') FROM ({sql}) result"
        return json.loads(self.execute(sql, database, seconds))

    def value(self, sql, database="postgres", seconds=20):
        """The only value of a query."""
        ((value,),) = [row.values() for row in self.query(sql, database, seconds)]
        return value

    def execute(self, sql, database="postgres", seconds=20):
        """Executes statements; returns what psql prints."""
        address = f"host=127.0.0.1 port={self.port} user=postgres dbname={database} connect_timeout={seconds}"
        words = ["-XAtq", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", sql]
        environment = {**os.environ, "PGOPTIONS": f"-c statement_timeout={seconds}s"}
        return run("psql", *words, env=environment, timeout=seconds + 5).stdout.strip()

    @property
    def received(self):
        """How far the log has arrived at a standby, in bytes."""
        return self.value("SELECT pg_wal_lsn_diff(coalesce(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0')")

    def is_streaming(self):
        return self.value("SELECT count(*) FROM pg_stat_wal_receiver WHERE status = 'streaming'") == 1

    def pause(self):
        pause(self.process.pid)

    def resume(self):
        resume(self.process.pid)

    def fill_disk(self):
        """From now on none of its files grows, as on a full disk."""
        for process in [self.process.pid, *children(self.process.pid)]:
            # One of them may have ended.
            with contextlib.suppress(subprocess.CalledProcessError):
                run_as_owner("prlimit", "--pid", process, "--fsize=1:", stderr=subprocess.DEVNULL)

    def kill(self):
        """Ends the server and all its sessions without warning; its files stay as they are."""
        kill(self.process.pid)
        self.process.wait(timeout=20)

    def stop(self):
        """Ends the server in a way that leaves nothing in the system's shared memory."""
        if self.process and self.process.poll() is None:
            self.resume()
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(timeout=20)

    def forget_shared_memory(self):
        """Removes the segment that a killed server has left behind."""
        with contextlib.suppress(OSError, IndexError):
            segment = (self.data / "postmaster.pid").read_text().splitlines()[6].split()[1]
            subprocess.run(["ipcrm", "-m", segment], capture_output=True)


def run_as_owner(*words, **options):
    subprocess.run(list(map(str, words)), check=True, user=_owner(), cwd="/", **options)


class Postgres:
    """A primary and two standbys, one of which confirms each commit before it is acknowledged."""

    STANDBYS = f"ANY 1 ({', '.join(NAMES)})"

    def __init__(self, standbys=STANDBYS, tls=None, has_wires=True):
        # A certificate and its key, without which the fleet's user is not let in.
        self.tls = tls
        self.folder = new_folder("omena-postgres-")
        self.standbys = standbys
        self.servers = [Server(name, self.folder, has_wires) for name in NAMES]
        self.primary = self.servers[0]

    def __enter__(self):
        for server in self.servers:
            server.create()
            if self.tls:
                server.demand_tls(*self.tls)
            server.upstream.target = self.primary.port
            server.configure(self.standbys, server is not self.primary)
            server.start()
        self.wait_until_whole()
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.stop()
            server.forget_shared_memory()
            server.upstream.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __getitem__(self, name):
        return self.servers[NAMES.index(name)]

    @property
    def standbys_now(self):
        return [server for server in self.servers if server is not self.primary]

    def wait_until_whole(self):
        """Waits until both standbys receive the log."""
        for server in self.standbys_now:
            wait_until(server.is_streaming, what=f"streaming to the {server.name} server")

    def fail_over(self):
        """Promotes the standby that has received most of the log; the old primary may be dead, paused or cut off.

        Whatever was acknowledged is on one of the two standbys at least, so both are asked. Neither can confirm anything to
        the old primary any more.
        """
        old, candidates = self.primary, self.standbys_now
        for server in candidates:
            server.upstream.cut()
        for server in candidates:
            gone = "SELECT count(*) FROM pg_stat_wal_receiver"
            wait_until(lambda server=server: server.value(gone) == 0, what="the end of streaming")
        best = max(candidates, key=lambda server: server.received)
        best.execute("SELECT pg_promote(true, 20)")
        self.primary = best
        for server in candidates:
            if server is not best:
                server.upstream.target = best.port
                server.upstream.mend()
        return old

    def rejoin(self, server):
        """Makes a server whose content may differ a standby of the primary, with a new copy of its files."""
        server.stop()
        server.forget_shared_memory()
        shutil.rmtree(server.data)
        run("pg_basebackup", "-h", "127.0.0.1", "-p", self.primary.port, "-U", "postgres", "-D", server.data, "-c", "fast", "--no-sync")
        server.configure(self.standbys, True)
        server.upstream.target = self.primary.port
        server.upstream.mend()
        server.start()

    def query(self, sql):
        """The rows of a query on the tables of the fleet."""
        return self.primary.query(sql, DATABASE)
