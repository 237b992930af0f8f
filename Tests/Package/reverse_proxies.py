"""The reverse proxies of the manual, really started with the configurations that it prints."""

import contextlib
import re
import socket
import subprocess
import time

from debian import ROOT
from network import SERVER

CHAPTER = ROOT / "Documentation/Manual/13-proxies.md"
NAME = "cards.example.org"
CERTIFICATES = f"/etc/ssl/{NAME}"


def recipe(title):
    """The code that the manual prints under a heading."""
    section = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", CHAPTER.read_text(), re.M | re.S)[1]
    return re.search(r"^```\n(.*?)^```$", section, re.M | re.S)[1]


def direct_options(chain, key):
    """The options with which the manual starts Omena without a proxy, and the port."""
    words = recipe("Without a proxy").split()[2:]
    files = {"fullchain.pem": str(chain), "privkey.pem": str(key)}
    options = [files.get(word, word) for word in words]
    at = options.index("--port")
    port = int(options[at + 1])
    del options[at : at + 2]
    return options, port


class Proxy:
    """One of Debian's proxies: where its configuration is, what is done before, and how it starts."""

    def __init__(self, title, file, start, *before, prefix=""):
        self.title = title
        self.file = file
        self.start = start
        self.before = before
        self.prefix = prefix

    @contextlib.contextmanager
    def running(self, debian):
        path = debian.path(self.file)
        path.write_text(self.prefix + recipe(self.title))
        for words in self.before:
            debian.run(*words)
        process = subprocess.Popen(
            debian.command(*self.start, HOME="/root"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        try:
            _wait_for_port(process, 443)
            yield
        finally:
            process.terminate()
            process.communicate(timeout=30)


def _wait_for_port(process, port):
    deadline = time.monotonic() + 30
    while process.poll() is None and time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection((SERVER, port), timeout=1):
            return
        time.sleep(0.02)
    process.kill()
    raise AssertionError(process.communicate()[0][-3000:])


PROXIES = [
    # It cannot ask for a certificate here, and makes one.
    Proxy("Caddy", "/etc/caddy/Caddyfile", ["caddy", "run", "--config", "/etc/caddy/Caddyfile"],
          prefix="{\n    local_certs\n    skip_install_trust\n}\n\n"),
    Proxy("nginx", "/etc/nginx/sites-enabled/omena", ["nginx", "-g", "daemon off;"]),
    Proxy("HAProxy", "/etc/haproxy/haproxy.cfg", ["haproxy", "-db", "-f", "/etc/haproxy/haproxy.cfg"]),
    Proxy("Apache", "/etc/apache2/sites-enabled/omena.conf", ["sh", "-c", ". /etc/apache2/envvars && mkdir -p $APACHE_RUN_DIR && exec apache2 -D FOREGROUND"],
          ["a2enmod", "ssl", "proxy", "proxy_http"]),
]


def put_certificate(debian):
    """A certificate where the configurations expect one."""
    folder = debian.path(CERTIFICATES)
    folder.mkdir(parents=True, exist_ok=True)
    chain, key = folder / "fullchain.pem", folder / "privkey.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        + ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME},IP:{SERVER}", "-keyout", key, "-out", chain],
        check=True,
        capture_output=True,
    )
    (folder / "combined.pem").write_text(chain.read_text() + key.read_text())
    return chain, key
