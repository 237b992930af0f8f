"""A real HTTP server that answers as the servers of language models do, for tests of the button that asks one."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

APPLE = {"sentences": ["An apple is a round fruit.", "I eat an apple every day."], "wordType": "noun"}


class ModelServer:
    """Answers with what it is told to; it holds an answer back while it is paused."""

    def __enter__(self):
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.0"

            def log_message(self, *_):
                pass

            def do_GET(self):
                self.reply(200, json.dumps({"data": [{"id": "small"}, {"id": "large"}]}))

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                server.asked.append((body, self.headers.get("Authorization")))
                if "response_format" not in body:
                    self.reply(200, json.dumps({"choices": [{"message": {"content": "Hi"}, "finish_reason": "length"}]}))
                    return
                if server.status != 200:
                    self.reply(server.status, json.dumps({"error": {"message": server.text}}))
                    return
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                half = len(server.text) // 2
                self.event({"content": server.text[:half]})
                server.go_on.wait(timeout=30)
                self.event({"content": server.text[half:]})
                self.event({}, reason="stop")
                self.line("[DONE]")

            def reply(self, status, text):
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(text.encode())

            def event(self, delta, reason=None):
                self.line(json.dumps({"choices": [{"delta": delta, "finish_reason": reason}]}))

            def line(self, data):
                try:
                    self.wfile.write(f"data: {data}\n\n".encode())
                    self.wfile.flush()
                except OSError:
                    server.was_left.set()

        self.asked = []
        self.status = 200
        self.text = json.dumps(APPLE)
        self.go_on = threading.Event()
        self.go_on.set()
        self.was_left = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.go_on.set()
        self._server.shutdown()
        self._server.server_close()
