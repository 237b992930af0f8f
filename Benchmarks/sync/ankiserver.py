"""Starts Anki's own sync server."""

import os
import socket
import subprocess
import sys
import time


def start(folder, **settings):
    """Starts it with a folder for its files and variables of its environment; returns the process and its port once it listens."""
    with socket.create_server(("localhost", 0)) as free:
        port = free.getsockname()[1]
    settings |= {"SYNC_BASE": str(folder), "SYNC_HOST": "127.0.0.1", "SYNC_PORT": str(port), "RUST_LOG": "error"}
    server = subprocess.Popen([sys.executable, "-m", "anki.syncserver"], env={**os.environ, **settings})
    while True:
        try:
            socket.create_connection(("localhost", port)).close()
            return server, port
        except OSError:
            time.sleep(0.05)
