#!/usr/bin/env python3
"""make-world.py FOLDER
Writes Sources/Pages/Assets/world.bin: the coastlines, borders and large cities that maps draw without a network. FOLDER contains:
  qgis-common   Debian's package (`apt-get download qgis-common && dpkg-deb -x qgis-common*.deb FOLDER`): countries
  geopandas     version 0.14 from PyPI (`pip download --no-deps geopandas==0.14.4 && unzip geopandas*.whl -d FOLDER`): cities
Both are Natural Earth's data (naturalearthdata.com), which is in the public domain.

Countries that share a border share its vertices, so that an edge of one country alone is coast, and an edge of two is a
border. Land is stored as one area within its coast: whatever simplification does, no gap can open between neighbours. Borders
end on vertices of the coast, which simplification keeps.

All coordinates are integers in Web Mercator, of which the world is SIZE wide: pixels at zoom 8. `world.js` reads the file:
  every number       an LEB128 varint; a signed one zigzag-encoded
  coasts             their count; each the number of its vertices, and x and y of each relative to the one before; closed
  borders            the same, open
  contested borders  the same
  cities             their count, the most important first; each x, y, the length of its name, and the name in UTF-8
A line begins relative to the beginning of the one before.
"""
import collections
import gzip
import heapq
import math
import pathlib
import sqlite3
import struct
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = pathlib.Path(sys.argv[1])
SIZE = 1 << 16
# The area below which a vertex is removed, of the triangle with its neighbours: half a square pixel at zoom 6.
LEAST = 8
# Natural Earth draws borders where they are in fact. These are not generally recognised and are drawn dashed: whole borders, and
# some within longitudes and latitudes only. So is every border of an area that Natural Earth gives no name.
CONTESTED = {
    ("Israel", "Palestine"): None,
    ("Israel", "Syria"): None,
    ("Kosovo", "Serbia"): None,
    ("Morocco", "W. Sahara"): None,
    ("Russia", "Ukraine"): (32, 45, 37, 46.5),
    ("India", "Pakistan"): (72, 32.5, 80, 37),
    ("China", "India"): None,
    ("Bhutan", "China"): None,
    ("Egypt", "Sudan"): (33, 21, 37, 24),
    ("S. Sudan", "Sudan"): (27, 9, 29.5, 10.5),
}
# The file of cities is in Latin-1, which lacks some letters; one city was renamed since, and one has its Danish name.
NAMES = {
    "Chi?in?u": "Chișinău",
    "?saka": "Osaka",
    "København": "Copenhagen",
    "Nur-Sultan": "Astana",
    "Washington,  D.C.": "Washington, D.C.",
    "Bir Lehlou": None,
}


def geometry(blob):
    """The polygons of a GeoPackage's geometry, each a list of rings."""
    envelope = [0, 32, 48, 48, 64][blob[3] >> 1 & 7]
    return well_known(blob, 8 + envelope)[0]


def well_known(blob, at):
    order = "<" if blob[at] else ">"
    kind, count = struct.unpack_from(order + "II", blob, at + 1)
    at += 9
    parts = []
    for _ in range(count):
        if kind % 1000 == 3:
            (length,) = struct.unpack_from(order + "I", blob, at)
            numbers = struct.unpack_from(f"{order}{2 * length}d", blob, at + 4)
            at += 4 + 16 * length
            parts.append(list(zip(numbers[::2], numbers[1::2])))
        else:
            part, at = well_known(blob, at)
            parts.append(part)
    return parts, at


def project(longitude, latitude):
    """Web Mercator. The source stops a tenth of a degree short of the date line, on both sides."""
    if abs(longitude) > 179.899:
        longitude = math.copysign(180, longitude)
    north = math.asinh(math.tan(math.radians(max(-85.0511287798, min(85.0511287798, latitude)))))
    return (longitude + 180) / 360 * SIZE, (1 - north / math.pi) / 2 * SIZE


def is_on_rim(point):
    """Whether the point is on the edge of the map, where an area ends without a coast."""
    return point[0] in (0, SIZE) or round(point[1]) == SIZE


def simplify(line, is_kept):
    """Removes the vertices that matter least, by the area of the triangle with their neighbours.

    M. Visvalingam and J. D. Whyatt, Line generalisation by repeated elimination of points, Cartographic Journal 30/1, 1993.
    """
    before, after = list(range(-1, len(line) - 1)), list(range(1, len(line) + 1))
    removed = [False] * len(line)

    def area(n):
        (ax, ay), (bx, by), (cx, cy) = line[before[n]], line[n], line[after[n]]
        return abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2

    inner = [n for n in range(1, len(line) - 1) if not is_kept(n)]
    current = {n: area(n) for n in inner}
    queue = [(current[n], n) for n in inner]
    heapq.heapify(queue)
    while queue and queue[0][0] < LEAST:
        size, n = heapq.heappop(queue)
        if removed[n] or size != current[n]:
            continue
        removed[n] = True
        left, right = before[n], after[n]
        after[left], before[right] = right, left
        for other in (left, right):
            if other in current and not removed[other]:
                # Never less than what was removed before it, so that the order of removal is one of importance.
                current[other] = max(size, area(other))
                heapq.heappush(queue, (current[other], other))
    return [point for point, gone in zip(line, removed) if not gone]


def rounded(line):
    """The line in integers, without vertices that are equal to the one before."""
    result = []
    for x, y in line:
        point = (round(x), round(y))
        if not result or point != result[-1]:
            result.append(point)
    return result


countries = {}
database = sqlite3.connect(FOLDER / "usr/share/qgis/resources/data/world_map.gpkg")
for number, (name, blob) in enumerate(database.execute("SELECT NAME, geom FROM countries")):
    countries[name or f"?{number}"] = [
        [project(*point) for point in ring] for polygon in geometry(blob) for ring in polygon
    ]

owners = collections.defaultdict(list)
for name, rings in countries.items():
    for ring in rings:
        for edge in zip(ring, ring[1:]):
            if edge[0] != edge[1]:
                owners[min(edge), max(edge)].append((name, edge))

following = collections.defaultdict(list)
neighbours = {False: collections.defaultdict(list), True: collections.defaultdict(list)}
shared = set()


def is_contested(edge, names):
    pair = tuple(sorted(names))
    if any(name.startswith("?") for name in names):
        return True
    if pair not in CONTESTED or CONTESTED[pair] is None:
        return pair in CONTESTED
    west, south, east, north = CONTESTED[pair]
    (left, bottom), (right, top) = project(west, south), project(east, north)
    return all(left <= x <= right and top <= y <= bottom for x, y in edge)


for edge, found in owners.items():
    names = [name for name, _ in found]
    if len(found) == 1:
        start, end = found[0][1]
        following[start].append(end)
    elif len(set(names)) == 2:
        kind = is_contested(edge, names)
        for start, end in (edge, edge[::-1]):
            neighbours[kind][start].append(end)
            shared.add(start)

coasts = []
while following:
    start = next(iter(following))
    ring = [start]
    while True:
        ends = following[ring[-1]]
        ring.append(ends.pop())
        if not ends:
            del following[ring[-2]]
        if ring[-1] == start:
            break
    coasts.append(ring)


def chains(neighbours):
    """The lines between junctions, the ends of borders, and coasts; then the closed ones."""
    on_coast = {point for ring in coasts for point in ring}
    used = set()

    def follow(start, end):
        line = [start]
        while True:
            used.update(((line[-1], end), (end, line[-1])))
            line.append(end)
            onward = [point for point in neighbours[end] if (end, point) not in used]
            if len(neighbours[end]) != 2 or end in on_coast or not onward:
                return line
            end = onward[0]

    ends = [point for point, near in neighbours.items() if len(near) != 2 or point in on_coast]
    for start in ends + list(neighbours):
        for end in neighbours[start]:
            if (start, end) not in used:
                yield follow(start, end)


def simple_coast(ring):
    """A ring of integers without its last vertex; a single one for an island smaller than a unit."""
    far = max(range(len(ring)), key=lambda n: math.dist(ring[0], ring[n]))

    def is_kept(n):
        rim = is_on_rim(ring[n]) and not (is_on_rim(ring[n - 1]) and is_on_rim(ring[n + 1]))
        return n == far or ring[n] in shared or rim

    line = rounded(simplify(ring, is_kept))[:-1]
    if len(line) < 3:
        # What is left of an island after simplification is a line; its box is not.
        line = rounded(ring)[:-1]
        if len(line) > 4:
            xs, ys = zip(*line)
            line = rounded([(min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys))])
    return line or [tuple(map(round, ring[0]))]


def interleaved(point):
    """The position on a curve through all cells, on which near points are mostly near."""
    return sum((int(point[axis]) >> bit & 1) << (2 * bit + axis) for bit in range(18) for axis in (0, 1))


def varint(number):
    result = bytearray()
    while number > 127:
        result.append(number & 127 | 128)
        number >>= 7
    return bytes(result + bytes([number]))


def signed(number):
    return varint(2 * number if number >= 0 else -2 * number - 1)


def encoded(lines):
    result = bytearray(varint(len(lines)))
    start = (0, 0)
    for line in sorted(lines, key=lambda line: interleaved(line[0])):
        result += varint(len(line))
        x, y = start
        for point in line:
            result += signed(point[0] - x) + signed(point[1] - y)
            x, y = point
        start = line[0]
    return bytes(result)


def cities():
    """Names and coordinates. The file ends with the most important ones."""
    folder = FOLDER / "geopandas/datasets/naturalearth_cities"
    table = (folder / "naturalearth_cities.dbf").read_bytes()
    points = (folder / "naturalearth_cities.shp").read_bytes()
    count, head, length = struct.unpack_from("<IHH", table, 4)
    for number in reversed(range(count)):
        name = table[head + number * length + 1 : head + (number + 1) * length].decode("latin-1").strip()
        name = NAMES.get(name, name)
        if name:
            # A header of 100 bytes, then 28 for each point: number, length and kind of the record, x and y.
            yield name, project(*struct.unpack_from("<2d", points, 100 + 28 * number + 12))


borders = {kind: [rounded(simplify(line, lambda n: False)) for line in chains(neighbours[kind])] for kind in (False, True)}
land = [simple_coast(ring) for ring in coasts]
named = list(cities())
content = encoded(land) + encoded(borders[False]) + encoded(borders[True]) + varint(len(named))
for name, (x, y) in named:
    content += varint(round(x)) + varint(round(y)) + varint(len(name.encode())) + name.encode()
(ROOT / "Sources/Pages/Assets/world.bin").write_bytes(content)
print(
    len(land), "coasts with", sum(map(len, land)), "vertices;",
    sum(map(len, borders.values())), "borders with", sum(len(line) for kind in borders.values() for line in kind), "vertices;",
    len(named), "cities;", len(content), "bytes,", len(gzip.compress(content, 9)), "gzipped",
)
