"""`omena doctor` finds faults that were made on purpose, and names a command for each."""

import datetime
import http.server
import json
import os
import pathlib
import socket
import sqlite3
import ssl
import subprocess
import threading

import pytest
from serving import BINARY, Omena, copy_new_library

NOBODY = 65534


def examine(library, *words, code=1, prefix=(), **options):
    """The findings of the doctor, each as (check, says, remedy)."""
    environment = {**os.environ, **options.pop("environment", {})}
    result = subprocess.run(
        [*prefix, BINARY, "doctor", *map(str, words), "--library", library, "--json"],
        capture_output=True,
        text=True,
        timeout=60,
        env=environment,
        **options,
    )
    assert result.returncode == code, result
    report = json.loads(result.stdout)
    assert report["isWell"] == (code == 0)
    for finding in report["findings"]:
        assert finding["says"] and finding["remedy"] and "\n" not in finding["says"] + finding["remedy"]
    return [(finding["check"], finding["says"], finding["remedy"]) for finding in report["findings"]]


def find(library, check, says, remedy, *words, **options):
    """The doctor finds just this."""
    findings = examine(library, check, *words, **options)
    assert [finding[0] for finding in findings] == [check], findings
    assert says in findings[0][1], findings
    assert remedy in findings[0][2], findings


@pytest.fixture
def home(library):
    copy_new_library(library)
    return library


def back_up(library, days=0):
    """Makes a backup, as if it had been made so many days ago; returns its file."""
    subprocess.run([BINARY, "backup", "--library", library], check=True, capture_output=True)
    (backup,) = pathlib.Path(f"{library}-backups").glob("*.omena")
    moment = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(days=days)
    return backup.rename(backup.with_name(moment.strftime("%Y-%m-%d") + backup.name[10:]))


# MARK: Nothing is wrong


def test_a_sound_library_needs_nothing(home):
    back_up(home)
    findings = examine(home, "--port", 0, code=0)
    assert {check for check, _, _ in findings} <= {"dictionaries"}
    words = ["doctor", "library", "port", "--port", "0", "--library", home]
    result = subprocess.run([BINARY, *words], capture_output=True, text=True)
    assert result.returncode == 0 and result.stderr == ""
    assert [line.split() for line in result.stdout.splitlines()] == [["well", "library"], ["well", "port"]]


def test_it_examines_the_running_server_with_the_options_of_that(home, certificate):
    back_up(home)
    with Omena(home, "--tls-certificate", certificate[0], "--tls-key", certificate[1]) as omena:
        findings = examine(home, "server", "port", "certificate")
        assert [check for check, _, _ in findings] == ["certificate", "certificate"]
        assert "expires in" in findings[0][1] and f"kill -HUP {omena.process.pid}" in findings[0][2]


def test_an_unknown_check_is_refused(home):
    result = subprocess.run([BINARY, "doctor", "heart", "--library", home], capture_output=True, text=True)
    assert result.returncode == 2 and "heart" in result.stderr and "library" in result.stderr


# MARK: Server and port


def test_no_server(home):
    find(home, "server", "no server", "omena serve --library")


class Impostor:
    """Something that has the socket beside the library."""

    def __init__(self, library, answer):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(f"{library}-socket")
        self.socket.listen()
        self.answer = answer
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                client, _ = self.socket.accept()
            except OSError:
                return
            client.recv(4096)
            client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(self.answer), self.answer))
            client.close()


def test_a_server_of_another_version(home):
    program = {"version": "0.0.1", "process": os.getpid(), "options": []}
    status = {"program": program, "address": "http://localhost:1", "isLocked": False, "wantsPairing": False}
    Impostor(home, json.dumps(status).encode())
    find(home, "server", "is Omena 0.0.1, but", f"kill {os.getpid()} && omena serve")


def test_a_server_that_does_not_answer_as_it_should(home):
    Impostor(home, b"good morning")
    find(home, "server", "does not answer as Omena", "restart")


def test_a_port_in_use(home):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        find(home, "port", "in use", f"sport = :{port}", "--port", port)


def test_an_address_of_another_machine(home, certificate):
    words = ["--tls-certificate", certificate[0], "--tls-key", certificate[1]]
    find(home, "port", "192.0.2.1", "ip -brief address", "--host", "192.0.2.1", *words)


def test_a_port_that_only_root_may_use(tmp_path):
    first = pathlib.Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text()
    if int(first) <= 80:
        pytest.skip("every port is for everybody here")
    drop = ["setpriv", "--bounding-set", "-net_bind_service"]
    find(tmp_path / "new.omena", "port", "not permitted", "sysctl", "--port", 80, prefix=drop)


# MARK: Certificates


AUTHORITY = """
[ca]
default_ca = it
[it]
database = index
new_certs_dir = .
serial = serial
default_md = sha256
policy = any
x509_extensions = names
[any]
commonName = supplied
[names]
subjectAltName = DNS:NAME
"""


def make_certificate(folder, first=-1, last=90, name="localhost"):
    """A certificate signed by itself that is valid from one day to another, counted from today."""

    def openssl(*words):
        subprocess.run(["openssl", *words], check=True, capture_output=True, cwd=folder)

    def day(days):
        moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=days, hours=1)
        return moment.strftime("%Y%m%d%H%M%SZ")

    (folder / "authority").write_text(AUTHORITY.replace("NAME", name))
    (folder / "index").touch()
    (folder / "serial").write_text("01\n")
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", f"/CN={name}",
            "-keyout", "tls.key", "-out", "request")  # fmt: skip
    openssl("ca", "-batch", "-notext", "-selfsign", "-config", "authority", "-keyfile", "tls.key", "-in", "request",
            "-startdate", day(first), "-enddate", day(last), "-out", "tls.pem")  # fmt: skip
    return folder / "tls.pem", folder / "tls.key"


def certificate_options(certificate, key):
    return ["--tls-certificate", certificate, "--tls-key", key]


def certificate_findings(library, files, *words, code=1):
    return [says for _, says, _ in examine(library, "certificate", *certificate_options(*files), *words, code=code)]


def test_a_certificate_that_is_missing(home, tmp_path):
    files = tmp_path / "no.pem", tmp_path / "no.key"
    find(home, "certificate", "cannot read", f"ls -l {tmp_path}", *certificate_options(*files))


def test_a_certificate_with_the_key_of_another(home, tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir(), other.mkdir()
    files = make_certificate(one)[0], make_certificate(other)[1]
    find(home, "certificate", "check both files", "openssl", *certificate_options(*files))


def test_a_certificate_that_expires(home, tmp_path):
    assert "expires in" in certificate_findings(home, make_certificate(tmp_path, last=3))[0]


def test_a_certificate_that_has_expired(home, tmp_path):
    assert "has expired" in certificate_findings(home, make_certificate(tmp_path, first=-9, last=-1))[0]


def test_a_certificate_that_is_not_valid_yet(home, tmp_path):
    assert "not valid yet" in certificate_findings(home, make_certificate(tmp_path, first=2))[0]


def test_a_certificate_of_another_host(home, tmp_path):
    files = make_certificate(tmp_path, name="elsewhere.example")
    assert "is not for 127.0.0.2" in certificate_findings(home, files, "--host", "127.0.0.2")[0]


def test_a_certificate_that_nobody_vouches_for_is_only_advised_against(home, tmp_path):
    assert "signed by itself" in certificate_findings(home, make_certificate(tmp_path), code=0)[0]


# MARK: Proxies


class Proxy:
    """A web server over TLS that answers always the same."""

    def __init__(self, certificate, status, body=b""):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(status)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        threading.Thread(target=self.server.serve_forever, args=[0.02], daemon=True).start()

    def __enter__(self):
        return ["--origin", f"https://localhost:{self.server.server_port}"]

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def test_a_proxy_that_does_not_answer(home):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
    find(home, "proxy", "does not answer", "curl", "--origin", f"https://localhost:{port}")


@pytest.mark.parametrize(
    "status, body, says, remedy",
    [
        (421, b"", "does not pass on the name", "proxy_set_header Host"),
        (502, b"", "does not reach Omena", "omena serve --origin"),
        (200, b"Welcome to nginx", "something else", "curl"),
    ],
)
def test_a_proxy_that_is_set_up_wrongly(status, body, says, remedy, home, certificate):
    with Proxy(certificate, status, body) as origin:
        findings = examine(home, "proxy", *origin)
    assert len(findings) == 2
    assert "is not trusted" in findings[0][1]  # the certificate of this test
    assert says in findings[1][1] and remedy in findings[1][2]


# MARK: Files


def test_a_library_that_is_missing(home):
    back_up(home)
    home.unlink()
    find(home, "library", "missing or empty", f"omena restore --library {home}")


def test_a_file_that_is_no_library(home):
    home.write_text("shopping list\n" * 300)
    find(home, "library", "not an Omena library", "omena serve --library FILE")


def test_a_library_of_a_later_version(home):
    database = sqlite3.connect(home)
    version = database.execute("PRAGMA user_version").fetchone()[0]
    database.execute(f"PRAGMA user_version = {version + 1}")
    database.commit()
    database.close()
    find(home, "library", "later version", "apt-get install")


def test_a_library_with_a_second_name(home):
    os.link(home, home.with_name("copy.omena"))
    find(home, "library", "copy", "ls -l")


def test_files_that_everybody_can_read(home, tmp_path):
    path = home.parent
    while path != path.parent:
        if not path.stat().st_mode & 0o001:
            path.chmod(path.stat().st_mode | 0o011)
        path = path.parent
    home.chmod(0o644)
    find(home, "permissions", "every user", f"chmod go= {home}")
    home.chmod(0o600)
    token = tmp_path / "token"
    token.write_text("x" * 40)
    token.chmod(0o644)
    find(home, "permissions", str(token), f"chmod go= {token}", "--api-token-file", token)


def test_files_of_another_user(home):
    os.chown(home, NOBODY, NOBODY)
    find(home, "permissions", "another user", f"chown --recursive {os.getuid()} {home}")


def test_a_folder_that_is_missing(tmp_path):
    find(tmp_path / "no/words.omena", "permissions", "no folder", f"mkdir -p {tmp_path}/no")


def with_mount(words):
    """What runs a program where another disk is mounted."""
    return ["unshare", "--mount", "sh", "-c", f'mount -t tmpfs {words} && exec "$0" "$@"']


def test_a_full_disk(home):
    find(home, "disk", "only", "du -xh", prefix=with_mount(f"-o size=1M tmpfs {home.parent}"))


def test_a_disk_without_room_for_files(home):
    prefix = with_mount(f"-o nr_inodes=50 tmpfs {home.parent}")
    find(home, "disk", "no room for more files", "df --inodes", prefix=prefix)


def test_a_write_protected_disk(home):
    prefix = with_mount(f"-o ro tmpfs {home.parent}")
    find(home, "disk", "write-protected", "remount,rw", prefix=prefix)


# MARK: Backups, clock and dictionaries


def test_no_backup_is_only_advised_against(home):
    find(home, "backups", "no backup yet", "omena backup --library", code=0)


def test_a_backup_that_is_too_old(home):
    back_up(home, days=9)
    os.utime(home)  # a change after the backup was made
    find(home, "backups", "9 days after its latest backup", "omena backup")


def test_a_backup_that_is_damaged(home):
    back_up(home).write_bytes(b"\0" * 4096)
    find(home, "backups", "the latest backup", "omena backup")


def test_a_backup_that_could_not_be_restored(home):
    backup = back_up(home)
    test = {"backup": backup.stem, "at": 1_700_000_000_000, "failure": "it is damaged (page 7)"}
    (backup.parent / "test.json").write_text(json.dumps(test))
    find(home, "backups", "test restore failed: it is damaged (page 7)", "omena backup")


def test_a_clock_that_is_behind_the_backups(home):
    back_up(home, days=-30)
    find(home, "clock", "in the future", "timedatectl set-ntp")


def test_a_time_zone_that_does_not_exist(home):
    find(home, "clock", "no time zone Mars/Olympus", "set-timezone", environment={"TZ": "Mars/Olympus"})


@pytest.mark.parametrize(
    "folder, package", [("/usr/share/wordnet", "wordnet-base"), ("/usr/share/dictd", "dict-freedict")]
)
def test_missing_dictionaries_are_only_advised_against(folder, package, home):
    find(home, "dictionaries", "without", package, code=0, prefix=with_mount(f"tmpfs {folder}"))


# MARK: Several learners


def examine_learners(school, *words, code=1, prefix=()):
    """The findings about a server of several learners, each as (check, says, remedy)."""
    command = [*prefix, BINARY, "doctor", *words, "--accounts", school.library, "--json"]
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=60)
    assert result.returncode == code, result
    return [(finding["check"], finding["says"], finding["remedy"]) for finding in json.loads(result.stdout)["findings"]]


def find_one(school, check, says, remedy):
    """The doctor finds just this."""
    (finding,) = examine_learners(school, check)
    assert finding[0] == check and says in finding[1] and remedy in finding[2], finding


def test_a_sound_server_of_several_learners_needs_nothing(school, sealed):
    school.add("anna").get("/")
    school.add("ben", "--from", sealed.path)
    school.manage("add", "cleo")
    checks = ["server", "port", "learners", "library", "permissions", "disk", "backups", "clock"]
    assert examine_learners(school, *checks, code=0) == []
    school.stop()
    find_one(school, "server", "no server", f"omena serve --accounts {school.library}")
    school.start()


@pytest.mark.parametrize("has_lock", [False, True])
def test_a_learner_whose_library_is_no_library_or_readable_for_all(school, sealed, has_lock):
    anna = school.add("anna", *(["--from", sealed.path] if has_lock else []))
    anna.get("/")
    if not has_lock:
        subprocess.run([BINARY, "backup", *map(str, anna.choice)], check=True, capture_output=True)
    school.stop()
    path = anna.library.parent
    while path != path.parent:
        path.chmod(path.stat().st_mode | 0o011)
        path = path.parent
    anna.library.chmod(0o644)
    for file in school.library.glob("accounts.omena*"):
        file.chmod(0o600)
    find_one(school, "permissions", f"anna: every user of this machine can read {anna.library}", "chmod go=")
    anna.library.write_text("shopping list\n" * 300)
    find_one(school, "library", "anna: ", "ls -l" if has_lock else "omena restore --learner anna --accounts")
    school.start()


def test_learners_without_a_library_and_libraries_without_a_learner(school):
    anna = school.add("anna")
    anna.get("/")
    school.stop()
    lost = anna.library.parent.rename(anna.library.parent.with_name("0" * 16))
    findings = examine_learners(school, "learners")
    assert ["anna has been here" in findings[0][1], f"{lost} belongs to no learner" in findings[1][1]] == [True, True]
    assert f"--from {lost}/library.omena" in findings[1][2]
    school.start()


def test_the_library_of_one_learner_alone(school):
    anna, ben = school.add("anna"), school.add("ben")
    for learner in (anna, ben):
        learner.get("/")
        subprocess.run([BINARY, "backup", *map(str, learner.choice)], check=True, capture_output=True)
    school.manage("add", "cleo")
    school.stop()
    ben.library.write_text("shopping list\n" * 300)
    assert examine_learners(school, "--learner", "anna", code=0) == []
    ((check, _, remedy),) = examine_learners(school, "--learner", "ben")
    assert check == "library" and "omena restore --learner ben" in remedy
    for name, environment, code, says, *checks in [
        ("anna", {"OMENA_ACCOUNTS": str(school.library)}, 0, ""),
        ("cleo", {"OMENA_ACCOUNTS": str(school.library)}, 1, "cleo has no library yet"),
        ("anna", {}, 2, "--accounts DIR"),
        ("anna", {"OMENA_ACCOUNTS": str(school.library)}, 2, "'learners' is no check of one library", "library", "learners"),
    ]:
        command = [BINARY, "doctor", *checks, "--learner", name]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ, **environment})
        assert result.returncode == code and says in result.stderr, result
    school.start()


@pytest.mark.parametrize("learner", [[], ["--learner", "anna"]], ids=["all", "one"])
def test_it_changes_no_accounts_and_says_if_it_may_not_read_them(school, learner):
    school.add("anna").get("/")
    school.stop()
    accounts = school.library / "accounts.omena"

    def files():
        """The accounts with their log, and whether there is an index of that, which every reader may change."""
        return {file.name: file.name.endswith("-shm") or file.stat().st_mtime_ns for file in school.library.glob("accounts.omena*")}

    for names in ({"accounts.omena", "accounts.omena-wal", "accounts.omena-shm"}, {"accounts.omena"}):
        before = files()
        assert set(before) == names
        assert examine_learners(school, "library", *learner, code=0) == []
        assert files() == before
        school.manage("list")  # moves the log into the file
    accounts.chmod(0)
    drop = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    ((_, says, remedy),) = examine_learners(school, "library", *learner, prefix=drop)
    assert says == f"Omena may not read {accounts}" and f"ls -ld {school.library}" in remedy
    accounts.chmod(0o600)
    school.start()


def test_a_folder_without_accounts(tmp_path):
    result = subprocess.run([BINARY, "doctor", "learners", "--accounts", tmp_path], capture_output=True, text=True)
    assert result.returncode == 1 and "no learners in" in result.stdout
    assert list(tmp_path.iterdir()) == []
