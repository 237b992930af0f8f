"""The operations of a program on a folder, recorded by `recorder.c`, and the files that remain when the power is cut.

Everything flushed is there. Of the other writes to a file some are lost, some are torn at sector boundaries, and some
arrive although earlier ones are lost. Of the changes of names in a folder the first ones are there and the others lost.
"""

import os
import pathlib
import subprocess

SECTOR = 512


def recorder(folder):
    """Compiles the shared library that is loaded into a program to record it."""
    path = folder / "recorder.so"
    source = pathlib.Path(__file__).with_name("recorder.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", path, source, "-ldl"], check=True)
    return path


class File:
    """The content that is certainly on disk, and the writes that may be."""

    def __init__(self, content=b""):
        self.content = bytearray(content)
        self.pending = []

    def flush(self):
        for step in self.pending:
            self.apply(*step)
        self.pending = []

    def apply(self, offset, content):
        """Writes some bytes; None truncates the file at the offset."""
        if content is None:
            del self.content[offset:]
            self.content += bytes(offset - len(self.content))
            return
        if len(self.content) < offset:
            self.content += bytes(offset - len(self.content))
        self.content[offset : offset + len(content)] = content

    def lose(self, chance):
        for offset, content in self.pending:
            outcome = chance.random()
            if outcome < 0.33:
                continue
            if outcome < 0.66 and content is not None:
                for start in range(0, len(content), SECTOR):
                    if chance.random() < 0.5:
                        self.apply(offset + start, content[start : start + SECTOR])
            else:
                self.apply(offset, content)
        self.pending = []


class Recording:
    """Records programs that work on a folder, one after the other."""

    def __init__(self, folder, log, recorder):
        self.folder = folder
        self.log = log
        self.environment = {
            "LD_PRELOAD": str(recorder),
            "OMENA_RECORD_FOLDER": str(folder),
            "OMENA_RECORD_LOG": str(log),
        }
        self.before = contents(folder)
        self.steps = []
        self.ends = []

    def mark(self):
        """The size of the log, which marks the operations recorded so far."""
        return self.log.stat().st_size if self.log.exists() else 0

    def read(self):
        """Reads the log, once the program has ended."""
        log, position = self.log.read_bytes(), 0
        while position < len(log):
            end = log.index(b"\n", position)
            kind, file, offset, size, more = log[position:end].decode().split()
            first = log[end + 1 : end + 1 + int(size)]
            position = end + 1 + int(size) + int(more)
            second = log[position - int(more) : position]
            self.steps.append((kind, file, int(offset), first, second))
            self.ends.append(position)
        return self

    def steps_until(self, mark):
        """The number of steps that were recorded at a mark."""
        return sum(end <= mark for end in self.ends)

    def after(self, count, chance=None, is_flushing=True):
        """The files when power is lost after so many steps; without `chance` only the program is killed.

        Without `is_flushing` the disk ignores flushes, which shows that the test would notice a missing one.
        """
        names = {name: File(content) for name, content in self.before.items()}
        stored = dict(names)
        moves, open_files = [], {}

        def settle(folder, limit=None):
            mine = [move for move in moves if move[0] == folder][:limit]
            for move in mine:
                _, gone, name, file = move
                stored.pop(gone, None)
                if file:
                    stored[name] = file
                moves.remove(move)

        for kind, file, offset, first, second in self.steps[:count]:
            name, other = (os.fsdecode(first), os.fsdecode(second)) if kind not in "W" else ("", "")
            if kind == "C":
                names[name] = open_files[file] = File()
                moves.append((os.path.dirname(name), None, name, names[name]))
            elif kind in "OE":
                open_files[file] = names[name]
                if kind == "E":
                    names[name].pending.append((0, None))
            elif kind == "F":
                open_files[file] = name
            elif kind == "W":
                open_files[file].pending.append((offset, first))
            elif kind == "T":
                open_files[file].pending.append((offset, None))
            elif kind == "S" and not is_flushing:
                continue
            elif kind == "S" and isinstance(open_files[file], str):
                settle(open_files[file])
            elif kind == "S":
                open_files[file].flush()
            elif kind == "R":
                names[other] = names.pop(name)
                assert os.path.dirname(name) == os.path.dirname(other)
                moves.append((os.path.dirname(other), name, other, names[other]))
            elif kind == "L":
                names[other] = names[name]
                moves.append((os.path.dirname(other), None, other, names[name]))
            elif kind == "U" and name in names:
                del names[name]
                moves.append((os.path.dirname(name), name, None, None))
        for folder in sorted({move[0] for move in moves}):
            mine = sum(move[0] == folder for move in moves)
            settle(folder, chance.randint(0, mine) if chance else None)
        for name in sorted(stored):
            stored[name].lose(chance) if chance else stored[name].flush()
        return {name: bytes(file.content) for name, file in stored.items() if not name.endswith("-shm")}


def contents(folder):
    """All files below a folder, except for shared memory."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith("-shm")
    }


def write_files(files, folder):
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
