package import Notes

/// Where pictures and sounds are durable, if the media file is not all there is.
package protocol SharedMedia: Sendable {
    func put(_ bytes: [UInt8], under hash: MediaHash) throws
    /// Nil if it has no such content, or other content.
    func content(of hash: MediaHash) throws -> [UInt8]?
    func contains(_ hash: MediaHash) throws -> Bool
    func remove(_ hash: MediaHash) throws
}
