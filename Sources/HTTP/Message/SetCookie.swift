package struct SetCookie: Hashable, Sendable {
    package var name: String
    package var value: String
    package var path: String
    /// In whole seconds; nil lasts until the browser closes, zero deletes the cookie.
    package var maxAge: Duration?
    package var isSecure: Bool

    /// Makes a cookie that neither scripts nor other sites can use.
    ///
    /// Name and value must consist of characters that RFC 6265 allows, as hexadecimal and base64url do.
    package init(
        _ name: String,
        _ value: String,
        path: String = "/",
        maxAge: Duration? = nil,
        isSecure: Bool
    ) {
        precondition(name.isToken, "a cookie's name is a token")
        precondition(value.utf8.allSatisfy(\.isCookieLetter), "a cookie's value must be escaped")
        precondition(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") })
        self.name = name
        self.value = value
        self.path = path
        self.maxAge = maxAge
        self.isSecure = isSecure
    }

    package var line: String {
        var line = "\(name)=\(value); Path=\(path)"
        if let maxAge { line += "; Max-Age=\(maxAge.components.seconds)" }
        if isSecure { line += "; Secure" }
        return line + "; HttpOnly; SameSite=Strict"
    }
}

extension UInt8 {
    fileprivate var isCookieLetter: Bool {
        self > 0x20 && self < 0x7F && self != UInt8(ascii: "\"") && self != UInt8(ascii: ",")
            && self != UInt8(ascii: ";") && self != UInt8(ascii: "\\")
    }
}
