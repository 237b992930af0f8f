"""The time from starting `omena serve` to its first response, on an existing library, compared with an empty program."""

import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests"))
from serving import Omena  # noqa: E402

RUNS = 30


def milliseconds(action):
    started = time.perf_counter()
    action()
    return (time.perf_counter() - started) * 1000


def first_page(library):
    omena = Omena(library)

    def act():
        omena.start()
        assert omena.get("/")[0] == 200

    elapsed = milliseconds(act)
    omena.stop()
    return elapsed


with tempfile.TemporaryDirectory() as folder:
    library = pathlib.Path(folder) / "library.omena"
    fresh = first_page(library)
    ours = sorted(first_page(library) for _ in range(RUNS))
peer = sorted(milliseconds(lambda: subprocess.run(["python3", "-c", "pass"], check=True)) for _ in range(RUNS))

print(f"omena serve, new library to first page      {fresh:6.1f} ms")
print(f"omena serve, old library to first page      {statistics.median(ours):6.1f} ms (worst {ours[-1]:.1f})")
print(f"python3 -c pass                             {statistics.median(peer):6.1f} ms")
print(f"ratio                                       {statistics.median(ours) / statistics.median(peer):6.2f}")
