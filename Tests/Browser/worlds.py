"""Real HTTP servers that answer like Wikipedia's API and a tile server, for tests without the internet."""

import json
import re
import socket
import struct
import zlib
from urllib.parse import parse_qs, urlparse

from devices import DESKTOP
from loopback import Loopback
from playwright.sync_api import expect


def square(red, green, blue, size=8):
    """A PNG of one colour."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    rows = (b"\0" + bytes((red, green, blue)) * size) * size
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class TileServer(Loopback):
    """Serves every tile in one colour, with a lifetime of one day."""

    source = "/{z}/{x}/{y}.png"

    def answer(self, request):
        self.asked.append((request.path, dict(request.headers)))
        request.reply(
            200, "image/png", square(200, 220, 230), Access_Control_Allow_Origin="*", Cache_Control="max-age=86400"
        )


def page(title, about=None, at=None, picture=None):
    """One page of an answer; unknown values are left out, as Wikipedia does."""
    found = {"pageid": abs(hash(title)) % 10**6, "ns": 0, "title": title, "index": -1}
    found["fullurl"] = f"https://en.wikipedia.org/wiki/{title.replace(' ', '_')}"
    if about:
        found["terms"] = {"description": [about]}
    if at:
        found["coordinates"] = [{"lat": at[0], "lon": at[1], "primary": True, "globe": "earth"}]
    if picture:
        found["thumbnail"] = {"source": picture, "width": 330, "height": 220}
    return found


class WikipediaServer(Loopback):
    """All Wikipedias at once, each under the code of its language."""

    def __enter__(self):
        self.pages = {}
        self.mode = "pages"
        return super().__enter__()

    @property
    def address(self):
        return f"{self.url}/*"

    def answer(self, request):
        self.asked.append((request.path, dict(request.headers)))
        address = urlparse(request.path)
        if address.path.endswith(".png"):
            return request.reply(200, "image/png", square(120, 160, 120))
        query = parse_qs(address.query)
        assert address.path.endswith("/w/api.php") and query["action"] == ["query"], request.path
        assert query["formatversion"] == ["2"] and int(query["ggsradius"][0]) <= 10_000
        if self.mode == "busy":
            return request.reply(429, "text/plain", b"Too many requests", Retry_After="30")
        if self.mode == "html":
            return request.reply(200, "text/html", b"<!doctype html><title>Wikimedia Error</title>")
        if self.mode == "error":
            return self.json(request, {"errors": [{"code": "internal_api_error", "text": "It broke"}]})
        if self.mode == "huge":
            return request.reply(200, "application/json", b" " * 5_000_000 + b"{}")
        if self.mode == "half":
            return request.reply(200, "application/json", b'{"batchcomplete":true,"query":{"pages":[{"title":"A')
        if self.mode == "gone":
            return request.connection.shutdown(socket.SHUT_RDWR)
        if self.mode == "hang":
            self.go_on.wait(timeout=30)
        pages = self.pages.get(address.path.split("/")[1], [])
        self.json(request, {"batchcomplete": True, **({"query": {"pages": pages}} if pages else {})})

    def json(self, request, value):
        request.reply(200, "application/json", json.dumps(value).encode())


def add(omena, name, latitude, longitude, **more):
    """Adds a place; returns its id."""
    body = {"name": name, "latitude": latitude, "longitude": longitude, **more}
    status, _, body = omena.request("POST", "/places", json.dumps(body), {"Content-Type": "application/json"})
    assert status == 200, body
    return json.loads(body)["id"]


def pins(omena):
    """All places: name to latitude and longitude."""
    found = json.loads(omena.get("/places/pins", Accept="application/json")[2])
    return {name: point for name, *point in zip(found["names"], found["latitudes"], found["longitudes"])}


def open_map(open_context, omena, at="", **options):
    page = open_context(**{**DESKTOP, **options}).new_page()
    page.goto(f"{omena.url}/places{at}")
    expect(page.locator(".leaflet-container")).to_be_visible()
    return page


def look(page):
    """The position of the map in its address: latitude, longitude, zoom."""
    page.wait_for_function("() => location.search.startsWith('?at=')")
    return [float(part) for part in re.search(r"at=([^&]+)", page.url)[1].split(",")]
