"""Measures the memory that Anki's own sync server takes for each user who has synced, and prints it."""

import base64
import hashlib
import pathlib
import re
import sys
import tempfile

from anki.collection import Collection

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "sync"))
from ankiserver import start  # noqa: E402

# The first ones fill what all share.
FIRST, USERS = 10, 100
SECRET, SALT = "secret", b"sixteen bytes of"
# In the server's form; it would take a second to hash each itself.
HASH = "$pbkdf2-sha256$i=1000,l=32$" + "$".join(
    base64.b64encode(part).decode().rstrip("=") for part in (SALT, hashlib.pbkdf2_hmac("sha256", SECRET.encode(), SALT, 1000))
)


def memory(process):
    """Resident, in KiB."""
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())[1])


def main():
    with tempfile.TemporaryDirectory() as folder:
        users = {f"SYNC_USER{number + 1}": f"user{number}:{HASH}" for number in range(USERS)}
        server, port = start(pathlib.Path(folder) / "server", PASSWORDS_HASHED="1", **users)
        for number in range(USERS):
            if number == FIRST:
                before = memory(server)
            collection = Collection(f"{folder}/{number}.anki2")
            note = collection.new_note(collection.models.by_name("Basic"))
            note["Front"], note["Back"] = "apple", "omena"
            collection.add_note(note, 1)
            auth = collection.sync_login(f"user{number}", SECRET, f"http://localhost:{port}/")
            collection.close_for_full_sync()
            collection.full_upload_or_download(auth=auth, server_usn=None, upload=True)
            # As a user does who goes on: the server keeps a session.
            collection.reopen(after_full_sync=True)
            collection.sync_collection(auth, False)
            collection.close()
        each = (memory(server) - before) / (USERS - FIRST)
        print(f"\nAnki's sync server takes {each:.0f} KiB for each of {USERS} users who have synced, and {memory(server) / 1024:.0f} MiB in all.")
        server.terminate()


if __name__ == "__main__":
    main()
