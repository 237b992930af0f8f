"""Chromium's virtual authenticator, which needs no finger."""


class Authenticator:
    """One device that stores passkeys, as the browser of a page sees it."""

    def __init__(self, page, has_secret=True, verifies=True, transport="internal"):
        self.session = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable", {"enableUI": False})
        options = {
            "protocol": "ctap2",
            "ctap2Version": "ctap2_1",
            "transport": transport,
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": verifies,
            "hasPrf": has_secret,
            "automaticPresenceSimulation": True,
        }
        answer = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.id = answer["authenticatorId"]

    def remove(self):
        self.session.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": self.id})

    def verifies(self, verifies):
        """Whether the authenticator verifies its user."""
        self.session.send(
            "WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": verifies}
        )

    def credentials(self):
        return self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]
