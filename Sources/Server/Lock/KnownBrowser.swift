import HTTP
import Notes
import Sodium

/// A browser in which a key was right before: its failed attempts are counted apart from those of strangers.
enum KnownBrowser {
    /// A new secret by which one will be known.
    static func newToken() -> String { Token().text }

    /// Cookies ignore ports, so the name holds the port, and that of a learner among several: two libraries on one machine
    /// must not overwrite each other's.
    static func cookieName(_ access: AccessPolicy) -> String {
        let name = access.hasSecureOrigin ? "__Host-omena-known" : "omena-known-\(access.port)"
        return name + SiteBase.path.dropFirst()
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
