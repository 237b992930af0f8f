"""Reads the screenshots that Chromium takes: eight bits a channel, not interlaced."""

import struct
import zlib


class Picture:
    def __init__(self, width, height, depth, rows):
        self.width, self.height = width, height
        self._depth, self._rows = depth, rows

    def __getitem__(self, point):
        x, y = point
        return tuple(self._rows[y][x * self._depth : x * self._depth + 3])


def read(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    position, packed = 8, b""
    while position < len(data):
        length, kind = struct.unpack_from(">I4s", data, position)
        chunk = data[position + 8 : position + 8 + length]
        position += 12 + length
        if kind == b"IHDR":
            width, height, bits, colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunk)
            assert bits == 8 and colour in (2, 6) and not interlaced
            depth = 3 if colour == 2 else 4
        elif kind == b"IDAT":
            packed += chunk
    raw, rows, above = zlib.decompress(packed), [], bytes(width * depth)
    for y in range(height):
        begin = y * (width * depth + 1)
        above = _unfilter(raw[begin], bytearray(raw[begin + 1 : begin + 1 + width * depth]), above, depth)
        rows.append(above)
    return Picture(width, height, depth, rows)


def _unfilter(method, row, above, depth):
    for index in range(len(row)):
        left = row[index - depth] if index >= depth else 0
        up = above[index]
        corner = above[index - depth] if index >= depth else 0
        match method:
            case 1:
                row[index] = (row[index] + left) & 255
            case 2:
                row[index] = (row[index] + up) & 255
            case 3:
                row[index] = (row[index] + (left + up) // 2) & 255
            case 4:
                guess = left + up - corner
                _, nearest = min((abs(guess - left), 0), (abs(guess - up), 1), (abs(guess - corner), 2))
                row[index] = (row[index] + (left, up, corner)[nearest]) & 255
    return bytes(row)
