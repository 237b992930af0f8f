"""A server that answers like a language model's, for tests of the Generate button."""

import json

from loopback import Loopback

APPLE = {"sentences": ["An apple is a round fruit.", "I eat an apple every day."], "wordType": "noun"}


class ModelServer(Loopback):
    """Sends the prepared answer, only half of it while it is paused; `asked` are the received bodies and keys."""

    def __enter__(self):
        self.status = 200
        self.text = json.dumps(APPLE)
        super().__enter__().go_on.set()
        return self

    def answer(self, request):
        if request.command == "GET":
            return self.json(request, 200, {"data": [{"id": "small"}, {"id": "large"}]})
        body = json.loads(request.body())
        self.asked.append((body, request.headers.get("Authorization")))
        if "response_format" not in body:
            return self.json(request, 200, {"choices": [{"message": {"content": "Hi"}, "finish_reason": "length"}]})
        if self.status != 200:
            return self.json(request, self.status, {"error": {"message": self.text}})
        request.send_response(200)
        request.send_header("Content-Type", "text/event-stream")
        request.end_headers()
        half = len(self.text) // 2
        self.event(request, {"content": self.text[:half]})
        self.go_on.wait(timeout=30)
        self.event(request, {"content": self.text[half:]})
        self.event(request, {}, reason="stop")
        self.line(request, "[DONE]")

    def json(self, request, status, value):
        request.reply(status, "application/json", json.dumps(value).encode())

    def event(self, request, delta, reason=None):
        self.line(request, json.dumps({"choices": [{"delta": delta, "finish_reason": reason}]}))

    def line(self, request, data):
        request.wfile.write(f"data: {data}\n\n".encode())
        request.wfile.flush()
