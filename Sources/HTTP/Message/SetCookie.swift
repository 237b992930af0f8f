/// A cookie that a response asks the browser to keep.
package struct SetCookie: Hashable, Sendable {
    /// Which requests from other sites the browser sends it with.
    package enum SameSite: String, Hashable, Sendable {
        case strict = "Strict"
        case lax = "Lax"
    }

    /// Under which it comes back.
    package var name: String
    /// What the browser keeps.
    package var value: String
    /// The part of the site that gets it back.
    package var path: String
    /// Whole seconds are kept; nil until the browser closes; zero deletes the cookie.
    package var maxAge: Duration?
    /// Sent over TLS only.
    package var isSecure: Bool
    /// Hidden from scripts.
    package var isHTTPOnly: Bool
    /// Whether requests that other sites cause carry it.
    package var sameSite: SameSite

    /// Makes a cookie, as closed as cookies can be unless told otherwise.
    ///
    /// Name and value must be of the letters that RFC 6265 allows; hexadecimal and base64url are.
    package init(
        _ name: String,
        _ value: String,
        path: String = "/",
        maxAge: Duration? = nil,
        isSecure: Bool,
        isHTTPOnly: Bool = true,
        sameSite: SameSite = .strict
    ) {
        precondition(name.isToken, "a cookie's name is a token")
        precondition(value.utf8.allSatisfy(\.isCookieLetter), "a cookie's value must be escaped")
        precondition(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") })
        self.name = name
        self.value = value
        self.path = path
        self.maxAge = maxAge
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }

    /// The value of the `Set-Cookie` line.
    package var line: String {
        var line = "\(name)=\(value); Path=\(path)"
        if let maxAge { line += "; Max-Age=\(maxAge.components.seconds)" }
        if isSecure { line += "; Secure" }
        if isHTTPOnly { line += "; HttpOnly" }
        return line + "; SameSite=\(sameSite.rawValue)"
    }
}

extension UInt8 {
    fileprivate var isCookieLetter: Bool {
        self > 0x20 && self < 0x7F && self != UInt8(ascii: "\"") && self != UInt8(ascii: ",")
            && self != UInt8(ascii: ";") && self != UInt8(ascii: "\\")
    }
}
