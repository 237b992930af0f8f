"""What a program did to a folder, written down by `recorder.c`, and what is left of it when the power is cut.

What was flushed is there. Of the rest of each file some writes are lost, some are torn at sectors, some arrive though
earlier ones did not; of the names in each folder the first changes are there, and those after them are not.
"""

import os
import pathlib
import subprocess

SECTOR = 512


def recorder(folder):
    """The library that is loaded into a program to record it."""
    path = folder / "recorder.so"
    source = pathlib.Path(__file__).with_name("recorder.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", path, source, "-ldl"], check=True)
    return path


class File:
    """What is on the disk for sure, and what may be."""

    def __init__(self, content=b""):
        self.content = bytearray(content)
        self.pending = []

    def flush(self):
        for step in self.pending:
            self.apply(*step)
        self.pending = []

    def apply(self, offset, content):
        """Writes some bytes; nothing at all cuts the file there."""
        if content is None:
            del self.content[offset:]
            self.content += bytes(offset - len(self.content))
            return
        if len(self.content) < offset:
            self.content += bytes(offset - len(self.content))
        self.content[offset : offset + len(content)] = content

    def lose(self, chance):
        for offset, content in self.pending:
            luck = chance.random()
            if luck < 0.33:
                continue
            if luck < 0.66 and content is not None:
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
        """How many bytes of the log there are: all that was done so far."""
        return self.log.stat().st_size if self.log.exists() else 0

    def read(self):
        """Reads the log, once all is recorded."""
        log, place = self.log.read_bytes(), 0
        while place < len(log):
            end = log.index(b"\n", place)
            kind, file, offset, size, more = log[place:end].decode().split()
            first = log[end + 1 : end + 1 + int(size)]
            place = end + 1 + int(size) + int(more)
            second = log[place - int(more) : place]
            self.steps.append((kind, file, int(offset), first, second))
            self.ends.append(place)
        return self

    def steps_until(self, mark):
        """How many steps had been done at a mark."""
        return sum(end <= mark for end in self.ends)

    def after(self, count, chance=None, is_flushing=True):
        """The files when power is lost after so many steps; without chance the program was only killed.

        A disk that takes no notice of flushes shows whether the exam would notice that one is missing.
        """
        names = {name: File(content) for name, content in self.before.items()}
        kept = dict(names)
        moves, open_files = [], {}

        def settle(folder, limit=None):
            mine = [move for move in moves if move[0] == folder][:limit]
            for move in mine:
                _, gone, name, file = move
                kept.pop(gone, None)
                if file:
                    kept[name] = file
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
        for name in sorted(kept):
            kept[name].lose(chance) if chance else kept[name].flush()
        return {name: bytes(file.content) for name, file in kept.items() if not name.endswith("-shm")}


def contents(folder):
    """All files below a folder; what says who holds it is no part of it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith("-shm")
    }


def lay_out(files, folder):
    """Puts files where a program can find them."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
