/// Knows a note again when it comes from another library or program; any text will do, and Anki's are kept.
public struct NoteGUID: RawRepresentable, Hashable, Codable, Sendable {
    /// The text itself.
    public let rawValue: String

    /// Wraps a guid.
    public init(rawValue: String) { self.rawValue = rawValue }
}
