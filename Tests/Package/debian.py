"""A bare Debian in a folder, in which packages are used as on a new machine."""

import contextlib
import os
import pathlib
import re
import subprocess
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PACKAGES = ROOT / ".build/package"


def run(*words, **options):
    result = subprocess.run([*map(str, words)], capture_output=True, text=True, timeout=600, **options)
    assert result.returncode == 0, (words, result.stdout[-3000:], result.stderr[-3000:])
    return result.stdout


def proxies():
    """How this machine's apt reaches its mirror."""
    for name in ["http", "https"]:
        setting = subprocess.run(
            ["apt-config", "shell", "value", f"Acquire::{name}::Proxy"], capture_output=True, text=True
        ).stdout
        if match := re.search(r"value='(.+)'", setting):
            yield name, match[1]


class Debian:
    """A Debian in a folder, with this machine's network."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *words, user=None, code=0, **environment):
        """Runs a program in it; returns what it printed."""
        result = subprocess.run(
            self.command(*words, user=user, **environment), capture_output=True, text=True, timeout=600
        )
        assert result.returncode == code, (words, result.stdout[-3000:], result.stderr[-3000:])
        return result.stdout + result.stderr

    def command(self, *words, user=None, **environment):
        settings = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", **environment}
        settings = [f"{name}={value}" for name, value in settings.items()]
        drop = ["setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--no-new-privs"] if user else []
        return [*map(str, ["chroot", self.folder, *drop, "env", "-i", *settings, *words])]

    def path(self, name):
        return self.folder / name.lstrip("/")

    def files(self):
        """All files that packages could leave behind, but for caches, logs and lists of packages."""
        changing = {"proc", "dev", "tmp", "run", "var/lib/dpkg", "var/lib/apt", "var/log", "var/cache"}
        found = set()
        for folder, folders, files in os.walk(self.folder):
            inside = os.path.relpath(folder, self.folder)
            names = {os.path.normpath(f"{inside}/{name}"): name for name in folders + files}
            found |= names.keys() - changing
            folders[:] = [name for path, name in names.items() if name in folders and path not in changing]
        return found

    @contextlib.contextmanager
    def serving(self, words, user, **environment):
        """A server in it, as its service would start it; yields a function that gets a page."""
        process = subprocess.Popen(
            self.command(*words, user=user, **environment), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            line = process.stdout.readline()
            match = re.fullmatch(r"Omena is at (http://localhost:\d+)\n", line)
            assert match, (line, process.stderr.read())

            def get(path="/"):
                with urllib.request.urlopen(match[1] + path, timeout=20) as response:
                    assert response.status == 200
                    return response.read().decode()

            yield get
        finally:
            process.terminate()
            assert process.wait(timeout=30) == 0
            process.stdout.close()
            process.stderr.close()
