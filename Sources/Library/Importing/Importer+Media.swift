internal import LibraryValues
internal import Notes
internal import Storage

// Pictures and sounds.
extension Importer {
    /// Stores pictures and sounds; one whose name is taken by another, or may be on another copy, gets a name that says its content.
    mutating func storeMedia(
        _ store: (ImportMedia) throws -> StoredMedia,
        with writer: borrowing Writer
    ) throws {
        for (name, hash) in batch.edition?.media ?? [:] {
            let new = MediaName.distinguished(name, by: hash)
            if try writer.mediaHash(named: new) == hash { renamedMediaBefore[name] = new }
        }
        guard let media = batch.media else { return }
        let stored = try store(media)
        try quota.use(stored.newBytes)
        for line in stored.leftOut { report.leaveOut(line) }
        let hasOtherCopies = try writer.hasOtherCopies()
        for (name, hash, size) in stored.files {
            let holder = try writer.mediaHash(named: name)
            // Names that begin with `_` are for templates, in which references are not rewritten.
            let mayBeTaken =
                hasOtherCopies && !name.hasPrefix("_")
                && !MediaName.isDistinguished(name, by: hash)
            guard holder != nil || mayBeTaken else {
                try writer.setMedia(named: name, to: hash, size: size, at: moment)
                report.media += 1
                continue
            }
            let own = MediaName.distinguished(name, by: hash)
            let ownHolder = try writer.mediaHash(named: own)
            guard holder != hash || ownHolder == hash else { continue }
            preparer.renamedMedia[name] = own
            // What is no reference, such as a template, knows it by its name in the file.
            if holder == nil { try writer.setMedia(named: name, to: hash, size: size, at: moment) }
            guard ownHolder == nil else { continue }
            try writer.setMedia(named: own, to: hash, size: size, at: moment)
            report.media += 1
        }
    }
}
