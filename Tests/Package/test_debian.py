"""The Debian package: well made, and clean when it is installed, used, upgraded, removed and purged."""

import os
import re
import shutil
import subprocess
import time

from debian import ROOT, run

LIBRARY = "/var/lib/omena/library.omena"
WORDS = "omena,apple\nvesi,water\n"


def unit(package, tmp_path, name):
    run("dpkg-deb", "--extract", package, tmp_path / "content")
    return tmp_path / "content" / name


def test_it_is_small_and_lintian_finds_no_error(package):
    assert package.stat().st_size <= 15_000_000
    result = subprocess.run(
        ["lintian", "--fail-on", "error,warning", "--allow-root", package], capture_output=True, text=True
    )
    assert result.returncode == 0, result.stdout


def test_packing_again_gives_the_same_bytes(package, archive, tmp_path):
    run("dpkg-deb", "--extract", package, tmp_path / "content")
    omena = tmp_path / "content/usr/bin/omena"
    run("bash", ROOT / "Scripts/package.sh", omena, tmp_path / "again")
    for made in [package, archive]:
        assert (tmp_path / "again" / made.name).read_bytes() == made.read_bytes()


def test_the_units_are_valid_and_the_service_is_well_confined(package, tmp_path):
    service = unit(package, tmp_path, "lib/systemd/system/omena.service")
    for file in [service, tmp_path / "content/usr/lib/systemd/user/omena.service"]:
        # The program is not installed on this machine.
        program = tmp_path / "content/usr/bin/omena"
        file.write_text(file.read_text().replace("/usr/bin/omena", str(program)))
    result = subprocess.run(["systemd-analyze", "verify", "--man=no", service], capture_output=True, text=True)
    assert result.returncode == 0 and str(service) not in result.stderr, result.stderr
    result = subprocess.run(
        ["systemd-analyze", "verify", "--user", "--man=no", tmp_path / "content/usr/lib/systemd/user/omena.service"],
        capture_output=True,
        text=True,
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
    )
    assert result.returncode == 0, result.stderr
    rated = run("systemd-analyze", "security", "--offline=true", "--no-pager", service)
    exposure = float(re.search(r"Overall exposure level for .*: ([\d.]+)", rated)[1])
    assert exposure <= 2.0, rated


def test_manual_pages_and_completions_are_valid(package, tmp_path):
    share = unit(package, tmp_path, "usr/share")
    pages = sorted(share.glob("man/man1/*.1.gz"))
    assert {"omena.1.gz", "omena-serve.1.gz", "omena-doctor.1.gz"} <= {page.name for page in pages}
    for page in pages:
        run("gunzip", page)
        run("mandoc", "-Tlint", "-Wwarning", page.with_suffix(""))
    run("bash", "-n", share / "bash-completion/completions/omena")
    run("zsh", "-n", share / "zsh/vendor-completions/_omena")
    run("fish", "-n", share / "fish/vendor_completions.d/omena.fish")


def copy_into(debian, *packages):
    for package in packages:
        shutil.copy(package, debian.path("/root"))


def install(debian, package):
    debian.run("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", f"/root/{package.name}")


def service_of(debian):
    """How the machine's service starts the program."""
    lines = debian.path("/lib/systemd/system/omena.service").read_text()
    start = re.search(r"^ExecStart=(.*) \$OMENA_OPTIONS$", lines, re.M)[1].split()
    environment = dict(re.findall(r"^Environment=(\w+)=(.*)$", lines, re.M))
    return {"words": [*start, "--port", "0"], "user": "omena", **environment}


def test_from_installing_to_purging(debian, package, earlier_package):
    debian.run("apt-get", "update", "--quiet")
    before = debian.files()
    copy_into(debian, package, earlier_package)
    start = time.monotonic()
    install(debian, earlier_package)
    assert "0.0.9" in debian.run("dpkg-query", "--show", "omena")

    # The machine's service, with a user of its own.
    assert debian.path("/var/lib/omena").stat().st_mode & 0o777 == 0o700
    with debian.serving(**service_of(debian)) as get:
        assert "<h1" in get() and "<title>" in get("/study/learn?deck=First%20questions")
        assert time.monotonic() - start < 60
        debian.path("/root/words.csv").write_text(WORDS)
        debian.path("/root/words.csv").chmod(0o644)
        shutil.copy(debian.path("/root/words.csv"), debian.path("/tmp/words.csv"))
        told = debian.run("omena", "import", "/tmp/words.csv", "--deck", "Finnish", user="omena", OMENA_LIBRARY=LIBRARY)
        assert "2 added" in told
        assert "omena" in get("/cards?query=vesi")
    assert debian.path(LIBRARY).stat().st_mode & 0o077 == 0

    # A learner's own service.
    debian.run("useradd", "--create-home", "learner")
    with debian.serving(["omena", "serve", "--port", "0"], "learner", HOME="/home/learner") as get:
        assert "<h1" in get()
    assert debian.path("/home/learner/.local/share/omena/library.omena").exists()
    debian.run("userdel", "--remove", "learner")

    # Upgrade, and back again.
    for other in [package, earlier_package, package]:
        debian.run("dpkg", "--install", f"/root/{other.name}")
        with debian.serving(**service_of(debian)) as get:
            assert "vesi" in get("/cards?query=vesi")
    environment = {"user": "omena", "OMENA_LIBRARY": LIBRARY}
    assert "problem" not in debian.run("omena", "doctor", "library", "permissions", "clock", **environment)

    # Removed, it leaves its configuration and the library; purged, only the library.
    debian.run("apt-get", "remove", "--yes", "--quiet", "omena")
    assert not debian.path("/usr/bin/omena").exists()
    assert debian.path("/etc/default/omena").exists() and debian.path(LIBRARY).exists()
    told = debian.run("apt-get", "purge", "--yes", "--quiet", "omena")
    assert "The library in /var/lib/omena is kept" in told
    assert not debian.path("/etc/default/omena").exists()

    # A library that comes back is found again; without one nothing stays.
    install(debian, package)
    with debian.serving(**service_of(debian)) as get:
        assert "vesi" in get("/cards?query=vesi")
    shutil.rmtree(debian.path("/var/lib/omena"))
    debian.run("apt-get", "purge", "--yes", "--quiet", "omena")
    debian.run("apt-get", "autoremove", "--purge", "--yes", "--quiet")
    assert "omena" not in debian.path("/etc/passwd").read_text()
    # All but the packages that this test copied into it.
    left = {name for name in debian.files() - before if "omena" in name and not name.endswith(".deb")}
    assert left == set()


def test_the_archive_runs_from_any_folder_without_its_libraries(debian, archive):
    folder = debian.path("/opt/my programs")
    folder.mkdir()
    run("tar", "--extract", "--zstd", "--file", archive, "--directory", folder)
    (name,) = [path.name for path in folder.iterdir()]
    omena = f"/opt/my programs/{name}/bin/omena"
    assert debian.run(omena, "--version").startswith("omena ")
    words = [omena, "serve", "--port", "0", "--library", "/tmp/library.omena"]
    with debian.serving(words, "daemon") as get:
        assert "<h1" in get()
