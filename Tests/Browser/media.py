"""Pictures and sounds for tests, made here byte by byte."""

import math
import struct
import zlib


def png(width=320, height=240, colour=(201, 9, 46)):
    """A picture of one colour, with a lighter middle."""
    rows = b""
    for y in range(height):
        inside = [
            width // 4 < x < 3 * width // 4 and height // 4 < y < 3 * height // 4 for x in range(width)
        ]
        rows += b"\0" + b"".join(bytes((min(255, c + 90) for c in colour)) if i else bytes(colour) for i in inside)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    chunks = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def wav(seconds=0.2, hertz=440, rate=8000):
    """A tone."""
    samples = b"".join(
        struct.pack("<h", int(9000 * math.sin(2 * math.pi * hertz * n / rate))) for n in range(int(seconds * rate))
    )
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, rate, rate * 2, 2, 16)
    return b"RIFF" + struct.pack("<I", 36 + len(samples)) + b"WAVE" + head + b"data" + struct.pack("<I", len(samples)) + samples
