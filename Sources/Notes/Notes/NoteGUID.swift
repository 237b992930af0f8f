/// Identifies a note across libraries and programs; any text is valid, and Anki's guids are preserved.
package struct NoteGUID: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
}
