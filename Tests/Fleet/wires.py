"""TCP connections that a test can cut, delay and hold back, on ports that are chosen freely."""

import asyncio
import contextlib
import socket
import threading

_reserved = []


def free_port():
    """A port that nobody else is given while this process runs, for a server that is told its port."""
    reserving = socket.socket()
    # The server may listen there although this socket is bound; others are not given the port.
    reserving.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    reserving.bind(("127.0.0.1", 0))
    _reserved.append(reserving)
    return reserving.getsockname()[1]


class _Loop(threading.Thread):
    """The thread in which all wires of this process work."""

    def __init__(self):
        super().__init__(daemon=True)
        self.loop = asyncio.new_event_loop()
        self.start()

    def run(self):
        self.loop.run_forever()

    def __call__(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(20)


_loop = None


def _run(coroutine):
    global _loop
    _loop = _loop or _Loop()
    return _loop(coroutine)


class Wire:
    """Passes connections on to a server on this machine.

    What is held back is delivered later, even if the sender has gone meanwhile: as if the network had been slow.
    """

    def __init__(self, target):
        self.target = target
        # Seconds by which each piece is late.
        self.delay = 0
        self.is_cut = False
        self.bytes = 0
        self._writers = set()
        _run(self._listen())

    async def _listen(self):
        self._flows = {"there": asyncio.Event(), "back": asyncio.Event()}
        for flow in self._flows.values():
            flow.set()
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _connect(self, reader, writer):
        self._writers.add(writer)
        other = None
        try:
            await self._flows["there"].wait()
            if self.is_cut:
                return
            back, other = await asyncio.open_connection("127.0.0.1", self.target)
            self._writers.add(other)
            await asyncio.gather(self._pass(reader, other, "there"), self._pass(back, writer, "back"))
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            for end in filter(None, (writer, other)):
                self._writers.discard(end)
                end.transport.abort()

    async def _pass(self, reader, writer, direction):
        """One piece at a time, so that the sender waits when much is held back."""
        flow = self._flows[direction]
        while True:
            try:
                piece = await reader.read(1 << 16)
            except ConnectionError:
                piece = b""
            if self.delay:
                await asyncio.sleep(self.delay)
            await flow.wait()
            if not piece:
                break
            self.bytes += len(piece)
            writer.write(piece)
            await writer.drain()
        with contextlib.suppress(OSError):
            writer.write_eof()

    def cut(self):
        """Ends all connections and refuses new ones."""
        self.is_cut = True
        self.reset()

    def reset(self):
        """Ends all connections; what is held back is lost."""

        async def abort():
            for writer in list(self._writers):
                writer.transport.abort()

        _run(abort())

    def hold(self, *directions):
        """Delivers nothing until it is mended: neither `there`, to the server, nor `back`, or only one of them."""

        async def clear():
            for direction in directions or self._flows:
                self._flows[direction].clear()

        _run(clear())

    def mend(self):
        """Delivers what was held back, and everything from now on."""
        self.is_cut = False
        self.delay = 0

        async def release():
            for flow in self._flows.values():
                flow.set()

        _run(release())

    def close(self):
        async def end():
            self._server.close()
            for writer in list(self._writers):
                writer.transport.abort()

        _run(end())


class Direct:
    """The port of a server itself, in place of a wire: nothing can be disturbed, and nothing takes longer."""

    def __init__(self, target):
        self.target = target

    @property
    def port(self):
        return self.target

    def mend(self):
        pass

    def close(self):
        pass
