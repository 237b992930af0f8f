import HTTP
import Sodium

/// A browser in which a key was right before: its failed attempts are counted apart from those of strangers.
enum KnownBrowser {
    /// A new secret by which one will be known.
    static func newToken() -> String { Token().text }

    /// Cookies ignore ports, so the name holds the port: two libraries on one machine must not overwrite each other's.
    static func cookieName(_ access: AccessPolicy) -> String {
        access.hasSecureOrigin ? "__Host-omena-known" : "omena-known-\(access.port)"
    }

    static func cookie(_ token: String, _ access: AccessPolicy) -> SetCookie {
        SetCookie(
            cookieName(access),
            token,
            maxAge: .seconds(400 * 86_400),
            isSecure: access.hasSecureOrigin
        )
    }
}
