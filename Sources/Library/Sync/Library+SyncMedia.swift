package import Notes
internal import Storage

extension Library {
    /// The media that have a name here and no content, those of notes that are due today first.
    package func lackingMedia(limit: Int) throws(LibraryError) -> [MediaHash] {
        let named = try read { try $0.mediaDigests() }
        var lacking = Set(
            try translatingErrors { try media.existing()?.missing(among: named) ?? named.hashes }
        )
        guard !lacking.isEmpty else { return [] }
        let now = now()
        return try read { reader in
            var hashes: [MediaHash] = []
            let tomorrow = Moment(milliseconds: now.milliseconds + 86_400_000)
            for fields in try reader.fieldsOfDueNotes(before: tomorrow, limit: 1_000) {
                for reference in fields.flatMap({ MediaText($0.text).references }) {
                    guard let hash = try reader.mediaHash(of: reference),
                        lacking.remove(hash) != nil
                    else { continue }
                    hashes.append(hash)
                }
            }
            hashes += lacking.sorted { $0.description < $1.description }
            return Array(hashes.prefix(limit))
        }
    }

    /// Those of some media whose content is not here.
    package func lackingMedia(among hashes: [MediaHash]) throws(LibraryError) -> [MediaHash] {
        try translatingErrors { try media.existing()?.missing(among: hashes) ?? hashes }
    }

    /// Stores the content of a medium that has a name here; false if it has none, so that nobody can fill the disk.
    package func storeMedia(_ bytes: [UInt8]) throws(LibraryError) -> Bool {
        guard bytes.count <= MediaFile.maximumSize else { return false }
        let hash = Self.hash(of: bytes)
        return try translatingErrors {
            guard try database.read({ try $0.mediaSize(of: hash) }) != nil else { return false }
            var quota = remainingQuota
            try quota.use(bytes.count)
            try media.createIfNeeded().put(bytes, under: hash)
            return true
        }
    }
}
