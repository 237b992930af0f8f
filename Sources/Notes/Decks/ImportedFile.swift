/// The file that a deck's notes were imported from.
package struct ImportedFile: Hashable, Codable, Sendable {
    /// Identifies its stored content.
    package var id: ImportedFileID
    /// The file's own names of languages: `ja-JP` may stand for `ja-Latn`.
    package var names: [String: String]

    package init(id: ImportedFileID, names: [String: String] = [:]) {
        self.id = id
        self.names = names
    }
}
