"""A page of another port of this machine shares host and cookies with Omena, and gets nothing of a library with a lock."""

import json

from authenticator import Authenticator
from loopback import Loopback

SIGN = """async ({ challenge, allowCredentials }) => {
    const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
    const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, "-").replace(/\\//g, "_").replace(/=/g, "");
    const credential = await navigator.credentials.get({ publicKey: {
        challenge: bytes(challenge), rpId: "localhost", userVerification: "required",
        allowCredentials: allowCredentials.map(({ id }) => ({ type: "public-key", id: bytes(id) })),
    } });
    const { clientDataJSON, authenticatorData, signature } = credential.response;
    return {
        id: text(credential.rawId), clientDataJSON: text(clientDataJSON),
        authenticatorData: text(authenticatorData), signature: text(signature),
    };
}"""


class Neighbour(Loopback):
    """Another program's server on this machine."""

    def answer(self, request):
        self.asked.append(request.headers)
        request.reply(200, "text/html", b"<!DOCTYPE html><title>Neighbour</title>")

    @property
    def address(self):
        return self.url.replace("127.0.0.1", "localhost")


def test_what_a_browser_shows_another_port_opens_nothing(lock):
    lock.turn_on()
    lock.unlock().is_open()
    with Neighbour() as neighbour:
        page = lock.page.context.new_page()
        page.goto(neighbour.address)
        shown = neighbour.asked[0]
        page.evaluate(
            """async (address) => fetch(address, {
                method: "POST", mode: "no-cors", credentials: "include", body: new URLSearchParams({}),
            }).catch(() => "It may not even see the answer.")""",
            f"{lock.omena.url}/settings/lock/off",
        )
        # It is refused without a 401, after which the browser would forget that it is unlocked.
        page.evaluate(
            """(address) => new Promise((done) => {
                const picture = new Image();
                picture.onload = picture.onerror = () => done();
                picture.src = address;
            })""",
            f"{lock.omena.url}/settings",
        )
    assert shown["Authorization"] is None
    assert lock.omena.get("/", Cookie=shown["Cookie"] or "")[0] == 303
    lock.open().is_open()


def test_a_page_of_another_port_cannot_have_the_salt_of_a_passkey(lock):
    Authenticator(lock.page)
    lock.turn_on("passkey")
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    _, _, body = lock.omena.request("POST", "/unlock/challenge", "", headers)
    question = json.loads(body)["publicKey"]
    assert "extensions" not in question, "the salts are given to everybody"
    with Neighbour() as neighbour:
        lock.page.goto(neighbour.address)
        signed = lock.page.evaluate(SIGN, question)
    status, _, body = lock.omena.request("POST", "/unlock/salt", json.dumps(signed), headers)
    assert status == 401 and "salt" not in json.loads(body)
