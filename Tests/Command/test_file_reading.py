"""A stranger's file is read by a process that can reach nothing else, and whose end harms nothing."""

import contextlib
import ctypes
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time
import zipfile

import pytest
from serving import BINARY, Omena, copy_new_library
from test_command import run
from test_killed_importing import contents
from test_upkeep import check

ROWS = 40_000


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A package that takes a second to import."""
    folder = tmp_path_factory.mktemp("package")
    source, table = folder / "source.omena", folder / "words.csv"
    table.write_text("#separator:comma\n#columns:Front,Back\n#deck:Words\n" + "".join(f"word {n},meaning {n}\n" for n in range(ROWS)))
    assert run("import", table, "--library", source).returncode == 0
    assert run("export", folder / "words.apkg", "--library", source).returncode == 0
    return folder / "words.apkg"


@pytest.fixture
def home(library):
    copy_new_library(library)
    return library


@pytest.fixture
def small(tmp_path):
    file = tmp_path / "words.csv"
    file.write_text("front,back\nword,meaning\n")
    return file


def readers(process):
    """The processes that read files for this one."""
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (folder / "cmdline").read_bytes().split(b"\0")
            parent = (folder / "stat").read_text().rsplit(")", 1)[1].split()[1]
            if int(parent) == process and words[1:2] == [b"--read-file"]:
                yield int(folder.name)


def children(process):
    """All children, also those that have ended and that nobody has waited for."""
    return pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()


def importing(package, library):
    words = [BINARY, "import", package, "--library", library]
    return subprocess.Popen(list(map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def first_reader(process, command):
    while command.poll() is None:
        for reader in readers(process):
            return reader
    raise AssertionError(f"no process has read the file: {command.communicate()}")


def wait_until_it_works(reader):
    """Until it has used some processor time, which takes it into the notes."""
    with contextlib.suppress(OSError):
        while int(pathlib.Path(f"/proc/{reader}/stat").read_text().rsplit(")", 1)[1].split()[11]) < 3:
            pass


def status(process):
    lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


def limits(process):
    """What the kernel lets a process use, as numbers."""
    text = pathlib.Path(f"/proc/{process}/limits").read_text()
    return {name: int(most) for name, most in re.findall(r"^Max (.+?)\s{2,}\d+\s+(\d+)", text, re.MULTILINE)}


def refuses_with(command, words):
    output, errors = command.communicate(timeout=60)
    assert command.returncode == 1
    assert words in errors and errors.count("omena:") == 1, errors
    assert output == ""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV, signal.SIGXCPU])
def test_the_server_outlives_the_process_that_reads_a_file(how, home, package, small):
    with Omena(home) as omena:
        before = contents(home)
        command = importing(package, home)
        reader = first_reader(omena.process.pid, command)
        wait_until_it_works(reader)
        os.kill(reader, how)
        refuses_with(command, "takes too long" if how == signal.SIGXCPU else "It couldn’t be read")
        assert contents(home) == before
        assert omena.get("/")[0] == 200
        assert children(omena.process.pid) == []
        assert not list(home.parent.glob("*-temporary-*/*"))
        # The next file can be read.
        assert run("import", small, "--library", home).returncode == 0
        assert children(omena.process.pid) == []
    assert check(home)["findings"] == []


def test_a_command_outlives_it_too(home, package):
    before = contents(home)
    command = importing(package, home)
    os.kill(first_reader(command.pid, command), signal.SIGKILL)
    refuses_with(command, "It couldn’t be read")
    assert contents(home) == before


def test_pictures_are_no_larger_than_the_package_explains(home, small, tmp_path):
    words, bomb = tmp_path / "words.apkg", tmp_path / "bomb.apkg"
    assert run("import", small, "--library", home).returncode == 0
    assert run("export", words, "--library", home).returncode == 0
    with zipfile.ZipFile(words) as source, zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("collection.anki21", source.read("collection.anki21"))
        file.writestr("media", json.dumps({n: f"{n}.png" for n in range(4)}))
        for n in range(4):
            file.writestr(str(n), bytes(60 << 20))

    refuses_with(importing(bomb, home), "It may be damaged")

    assert check(home)["isSound"]


def test_a_reader_ends_with_the_process_that_started_it(home, package):
    command = importing(package, home)
    reader = first_reader(command.pid, command)
    command.kill()
    command.communicate()
    while pathlib.Path(f"/proc/{reader}/exe").exists():
        time.sleep(0.01)


def test_a_reader_is_confined_before_it_reads(home, package):
    with Omena(home) as omena:
        command = importing(package, home)
        reader = first_reader(omena.process.pid, command)
        confined = files = allowed = None
        with contextlib.suppress(OSError):
            while confined != ("2", "1"):
                confined = (status(reader)["Seccomp"], status(reader)["NoNewPrivs"])
            files = [os.readlink(f"/proc/{reader}/fd/{n}") for n in os.listdir(f"/proc/{reader}/fd")]
            allowed = limits(reader)
        assert confined == ("2", "1")
        bounds = {"data size": 2 << 30, "cpu time": 1_200, "file size": 9 << 30, "open files": 64, "core file size": 0}
        assert allowed and {name: allowed[name] for name in bounds} == bounds
        ours = str(home.parent)
        assert files and not [file for file in files if file.startswith(ours) and "-temporary-" not in file], files
        command.kill()
        command.communicate()


def test_what_a_reader_could_do_is_found_by_trying(home, tmp_path):
    """The doctor starts such a process and has it try."""
    result = run("doctor", "sandbox", "--library", home)
    assert result.returncode == 0
    # Where the kernel has Landlock, a reader can do none of what is tried.
    landlock_create_ruleset, version = 444, 1
    if ctypes.CDLL(None).syscall(landlock_create_ruleset, None, 0, version) > 0:
        assert "advice" not in result.stdout, result
    result = subprocess.run(
        [BINARY, "doctor", "sandbox", "--library", home], capture_output=True, text=True, preexec_fn=lacking_landlock
    )
    assert result.returncode == 0
    assert "advice" in result.stdout and "could read other files, write files" in result.stdout, result
    assert "network" not in result.stdout


def lacking_landlock():
    """From here on this process and its children find a kernel without Landlock."""
    import struct

    class Program(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("filters", ctypes.c_char_p)]

    LANDLOCK_CREATE_RULESET, ENOSYS = 444, 38
    filters = b"".join(
        struct.pack("HBBI", *line)
        for line in [
            (0x20, 0, 0, 0),
            (0x15, 0, 1, LANDLOCK_CREATE_RULESET),
            (0x06, 0, 0, 0x00050000 | ENOSYS),
            (0x06, 0, 0, 0x7FFF0000),
        ]
    )
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(38, 1, 0, 0, 0)
    program = Program(len(filters) // 8, filters)
    assert library.prctl(22, 2, ctypes.byref(program)) == 0, ctypes.get_errno()


def test_a_file_is_read_without_a_sandbox_where_the_kernel_has_none(home, small):
    words = [BINARY, "import", small, "--library", home]
    assert subprocess.run(words, capture_output=True, preexec_fn=lacking_landlock).returncode == 0


def test_a_reader_starts_although_the_program_was_replaced(home, small, tmp_path):
    """As when the package is upgraded while the server runs."""
    copy = tmp_path / "omena"
    shutil.copy(BINARY, copy)
    server = subprocess.Popen(
        [copy, "serve", "--port", "0", "--library", home], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout.readline().startswith("Omena is at")
        copy.unlink()
        copy.write_text("#!/bin/false\n")
        assert run("import", small, "--library", home).returncode == 0
    finally:
        server.terminate()
        server.communicate(timeout=60)
