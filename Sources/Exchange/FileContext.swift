package import LibraryValues
package import Notes

/// What opening a file takes of the library into which it is imported.
package struct FileContext: Sendable {
    package let kind: FileKind
    /// How many hours after midnight a day begins.
    package var rollover = 0
    /// Where a collection is unpacked; empty for other files.
    package var workFolder = ""
    /// The library's note types, for a text.
    package var types: [NoteType] = []
    /// The catalog that was imported into the same deck before.
    package var stored: ImportFile?

    package init(kind: FileKind) { self.kind = kind }
}
