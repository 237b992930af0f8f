package import Notes
internal import Storage

extension Library {
    /// The sheet of a note type as pages may have it, and what it is called as it is now; nil where there is no such type.
    package func sheet(
        of type: NoteTypeID
    ) throws(LibraryError) -> (css: String, version: String)? {
        try translatingErrors {
            try database.read { reader in
                guard let type = try reader.noteType(type) else { return nil }
                let css = try FaceSheets.sheet(of: type, with: reader)
                return (css, FaceSheets.version(of: css))
            }
        }
    }
}
