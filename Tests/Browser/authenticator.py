"""Chromium's own authenticator, which a test makes, takes away and asks nobody's finger for."""


class Authenticator:
    """One device that keeps passkeys, as the page's browser sees it."""

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
        """Whether whoever touches it is taken for its owner."""
        self.session.send(
            "WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": verifies}
        )

    def credentials(self):
        return self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]
