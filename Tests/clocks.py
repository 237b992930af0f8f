"""Wall clocks of programs that tests set."""

import atexit
import functools
import pathlib
import shutil
import subprocess
import tempfile


@functools.cache
def library():
    """Compiles the shared library that makes a program's clock wrong."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="omena-clocks-"))
    atexit.register(shutil.rmtree, folder)
    source = pathlib.Path(__file__).with_name("clocks.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", folder / "clocks.so", source, "-ldl"], check=True)
    return folder / "clocks.so"


class Clock:
    """The wall clock of the programs that are started with its environment; their monotonic clocks go on as they are."""

    def __init__(self, path):
        self.path = path
        self.set(0)

    @property
    def environment(self):
        return {"LD_PRELOAD": str(library()), "OMENA_CLOCK": str(self.path)}

    def set(self, seconds):
        """Sets it ahead or back of the real time; running programs see that at once."""
        with open(self.path, "r+b" if self.path.exists() else "wb") as file:
            file.write(seconds.to_bytes(8, "little", signed=True))
