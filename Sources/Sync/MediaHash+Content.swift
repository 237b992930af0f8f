package import Notes
internal import Sodium

extension MediaHash {
    /// The hash of a picture or sound.
    package init?(of bytes: [UInt8]) { self.init(bytes: Digest(of: bytes).bytes) }
}
