"""Fixtures for tests of the packages, which `make package` has made."""

import contextlib
import os
import re
import shutil

import pytest
from debian import PACKAGES, Debian, proxies, run


@pytest.fixture(scope="session")
def package():
    (package,) = PACKAGES.glob("omena_*.deb")
    return package


@pytest.fixture(scope="session")
def archive():
    (archive,) = PACKAGES.glob("omena-*.tar.zst")
    return archive


@pytest.fixture(scope="session")
def earlier_package(package, tmp_path_factory):
    """The same package under an earlier version, as there is no earlier one yet."""
    folder = tmp_path_factory.mktemp("earlier")
    run("dpkg-deb", "--raw-extract", package, folder / "content")
    control = folder / "content/DEBIAN/control"
    control.write_text(re.sub(r"^Version: .*$", "Version: 0.0.9", control.read_text(), flags=re.M))
    run("dpkg-deb", "--root-owner-group", "-Znone", "--build", folder / "content", folder / "omena_0.0.9.deb")
    return folder / "omena_0.0.9.deb"


# The releases that the package is installed in.
DEBIANS = {"debian-12": "bookworm", "debian-13": "trixie"}


def bootstrapped(name, release, *packages):
    """A Debian with these packages as an archive, of which each test gets a copy."""
    archive = PACKAGES / name
    if not archive.exists():
        PACKAGES.mkdir(parents=True, exist_ok=True)
        include = [f"--include={','.join(packages)}"] if packages else []
        # The name's ending tells mmdebstrap to write an archive.
        new = archive.with_name(f"new-{name}")
        run("mmdebstrap", "--variant=minbase", *include, DEBIANS[release], new)
        os.rename(new, archive)
    return archive


@contextlib.contextmanager
def unpacked(archive, folder):
    """A Debian in a folder, as it is used."""
    folder.mkdir()
    run("tar", "--extract", "--file", archive, "--directory", folder)
    # As every installer writes it, but not mmdebstrap.
    (folder / "etc/hosts").write_text("127.0.0.1 localhost\n::1 localhost\n")
    run("mount", "-t", "proc", "proc", folder / "proc")
    run("mount", "--bind", "/dev", folder / "dev")
    try:
        yield Debian(folder)
    finally:
        run("umount", folder / "proc")
        run("umount", folder / "dev")


@pytest.fixture(scope="session", params=DEBIANS)
def bare_archive(request):
    return bootstrapped(f"{request.param}.tar", request.param)


@pytest.fixture
def debian(bare_archive, tmp_path):
    with unpacked(bare_archive, tmp_path / "debian") as debian:
        folder = debian.folder
        shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
        for name, value in proxies():
            with (folder / "etc/apt/apt.conf.d/99network").open("a") as file:
                file.write(f'Acquire::{name}::Proxy "{value}";\n')
        # Nothing is started while packages are installed, as usual in a chroot.
        policy = folder / "usr/sbin/policy-rc.d"
        policy.write_text("#!/bin/sh\nexit 101\n")
        policy.chmod(0o755)
        yield debian


@pytest.fixture(scope="session")
def proxied_debian(tmp_path_factory):
    """A Debian with the reverse proxies of the manual."""
    archive = bootstrapped("debian-12-proxies.tar", "debian-12", "caddy", "nginx-light", "haproxy", "apache2")
    with unpacked(archive, tmp_path_factory.mktemp("proxies") / "debian") as debian:
        yield debian
