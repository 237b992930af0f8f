package import Notes
internal import Storage

extension Library {
    /// The sanitized style sheet of a note type and its version; nil where the type does not exist.
    package func sheet(
        of type: NoteTypeID
    ) throws(LibraryError) -> (css: String, version: String)? {
        try read { reader in
            guard let type = try reader.noteType(type) else { return nil }
            let css = try FaceSheets.sheet(of: type, with: reader)
            return (css, FaceSheets.version(of: css))
        }
    }
}
