internal import Languages
package import LibraryValues
internal import Notes
internal import Storage

extension Library {
    /// The content of a picture or sound; nil where no file has the name.
    package func medium(named name: String) throws(LibraryError) -> [UInt8]? {
        guard let hash = try mediaHash(named: name) else { return nil }
        return try media(hash)
    }

    private func mediaHash(named name: String) throws(LibraryError) -> MediaHash? {
        try read { try $0.mediaHash(named: name) }
    }

    /// The names of all pictures and sounds, sorted.
    package func mediaNames() throws(LibraryError) -> [String] {
        try read { try $0.media().keys.sorted() }
    }

    /// Stores a file, and returns the name that it got.
    ///
    /// - Parameters:
    ///   - replaces: Whether the name means the new content from now on; else a file with other content keeps it, also one on
    ///     another copy of the library, and the new one gets a name that tells it from that.
    ///   - isNamed: Whether texts refer to the file by this name already.
    package func storeMedium(
        _ bytes: [UInt8],
        named name: String,
        replaces: Bool,
        isNamed: Bool = false,
        by author: BrowserNumber?
    ) throws(LibraryError) -> String {
        let hash = Self.hash(of: bytes)
        let file = try translatingErrors { try media.createIfNeeded() }
        var stored = name
        _ = try change(by: author) { writer, recorder, _ in
            let holder = try writer.mediaHash(named: name)
            if holder == hash { return "" }
            // The content first, so that a name never lacks its content.
            try file.put(bytes, under: hash)
            var before = holder
            let isFree = try holder == nil && (isNamed || !writer.hasOtherCopies())
            if !replaces, !isFree {
                stored = MediaName.distinguished(name, by: hash)
                before = try writer.mediaHash(named: stored)
                if before == hash { return "" }
            }
            let medium = StoredMedium(hash: hash, size: bytes.count)
            let old = try before.map { hash in
                StoredMedium(hash: hash, size: try writer.mediaSize(of: hash) ?? 0)
            }
            try recorder.replace(.medium(stored, before: old, after: medium), with: writer)
            return "Stored the file \(stored)"
        }
        return stored
    }

    /// Removes a file's name; its content stays as long as this can be undone.
    package func removeMedium(
        named name: String,
        by author: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: author) { writer, recorder, _ in
            guard let hash = try writer.mediaHash(named: name) else { return "" }
            let old = StoredMedium(hash: hash, size: try writer.mediaSize(of: hash) ?? 0)
            try recorder.replace(.medium(name, before: old, after: nil), with: writer)
            return "Removed the file \(name)"
        }
    }
}
