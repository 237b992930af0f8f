/// The SHA-256 of a picture or sound, which identifies the content whatever its name.
package struct MediaHash: Hashable, Sendable {
    package let bytes: [UInt8]

    /// Nil unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }
}

extension MediaHash: CustomStringConvertible {
    /// 64 lower-case hexadecimal digits.
    package var description: String { bytes.hexadecimal }

    package init?(_ text: some StringProtocol) {
        guard let bytes = [UInt8](hexadecimal: text) else { return nil }
        self.init(bytes: bytes)
    }
}

extension MediaHash {
    /// The path of the picture or sound on the server.
    package var address: String { "\(SiteBase.path)/media/\(self)" }
}
