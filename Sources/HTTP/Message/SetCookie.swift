/// A cookie that a response asks the browser to keep.
public struct SetCookie: Hashable, Sendable {
    /// Which requests from other sites the browser sends it with.
    public enum SameSite: String, Hashable, Sendable {
        case strict = "Strict"
        case lax = "Lax"
    }

    /// Under which it comes back.
    public var name: String
    /// What the browser keeps.
    public var value: String
    /// The part of the site that gets it back.
    public var path: String
    /// Whole seconds are kept; nil until the browser closes; zero deletes the cookie.
    public var maxAge: Duration?
    /// Sent over TLS only.
    public var isSecure: Bool
    /// Hidden from scripts.
    public var isHTTPOnly: Bool
    /// Whether requests that other sites cause carry it.
    public var sameSite: SameSite

    /// Makes a cookie, as closed as cookies can be unless told otherwise.
    ///
    /// Name and value must be of the letters that RFC 6265 allows; hexadecimal and base64url are.
    public init(
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
    public var line: String {
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
