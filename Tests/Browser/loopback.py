"""A real HTTP server on this machine, in place of those that Omena contacts."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Loopback:
    """A server that passes each request to `answer`; while it is paused (`go_on.clear()`), `answer` may hold back a response."""

    def __enter__(self):
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.0"

            def log_message(self, *_):
                pass

            def do_GET(self):
                try:
                    server.answer(self)
                except OSError:
                    pass  # The client has disconnected.

            do_POST = do_GET

            def body(self):
                return self.rfile.read(int(self.headers["Content-Length"]))

            def reply(self, status, kind, body, **headers):
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                for name, value in headers.items():
                    self.send_header(name.replace("_", "-"), value)
                self.end_headers()
                self.wfile.write(body)

        self.asked = []
        self.go_on = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=[0.02], daemon=True).start()
        return self

    def __exit__(self, *_):
        self.go_on.set()
        self._server.shutdown()
        self._server.server_close()
