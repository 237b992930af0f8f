internal import JSON

/// Collected client data (WebAuthn Level 3, section 5.8.1).
struct ClientData {
    let purpose: String
    let challenge: [UInt8]
    let origin: String
    let isCrossOrigin: Bool

    /// An upper bound of its size in bytes.
    static let maximumSize = 8 << 10

    init(_ bytes: [UInt8]) throws(PasskeyError) {
        guard bytes.count <= Self.maximumSize,
            let fields = try? JSONCoding.decode(Fields.self, from: bytes),
            let challenge = Base64URL.bytes(of: fields.challenge)
        else { throw .malformed }
        purpose = fields.type
        self.challenge = challenge
        origin = fields.origin
        isCrossOrigin = fields.crossOrigin == true || fields.topOrigin != nil
    }

    /// The members that are used; there may be others.
    private struct Fields: Decodable {
        let type: String
        let challenge: String
        let origin: String
        let crossOrigin: Bool?
        let topOrigin: String?
    }
}

/// Base64 with `-` and `_` and without padding, as WebAuthn uses it in JSON.
package enum Base64URL {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8
    )

    package static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(letters[Int(bits >> count) & 63])
            }
        }
        if count > 0 { text.append(letters[Int(bits << (6 - count)) & 63]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text; nil unless it is canonical, so that every challenge has only one text.
    package static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for letter in text.utf8 {
            guard let value = value(of: letter) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
        guard count < 6, bits & (1 << count - 1) == 0 else { return nil }
        return bytes
    }

    private static func value(of letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
