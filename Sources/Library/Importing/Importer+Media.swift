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
        if let media = batch.media { try self.storeMedia(media, store, with: writer) }
        guard let edition = batch.edition else { return }
        preparer.renamedMedia = try distinguish(edition.media, with: writer)
        renamedMediaBefore = try distinguish(edition.mediaBefore, with: writer)
    }

    /// The names that say their content, for what the library has under such names.
    ///
    /// They are used in both editions and in the learner's notes, because only texts with equal names can be compared.
    private mutating func distinguish(
        _ media: [String: MediaHash],
        with writer: borrowing Writer
    ) throws -> [String: String] {
        var names: [String: String] = [:]
        for (name, hash) in media {
            let new = MediaName.distinguished(name, by: hash)
            guard try writer.mediaHash(named: new) == hash else { continue }
            names[name] = new
            if try writer.mediaHash(named: name) == hash { renamedMediaHere[name] = new }
        }
        return names
    }

    private mutating func storeMedia(
        _ media: ImportMedia,
        _ store: (ImportMedia) throws -> StoredMedia,
        with writer: borrowing Writer
    ) throws {
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
