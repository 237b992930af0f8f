internal import FoundationEssentials
internal import Compression
internal import Languages
package import Library
internal import Notes

/// What is to be written into a package of Anki's, and how.
package struct PackageWish: Sendable {
    /// Which notes.
    package var part: ExportScope
    /// Whether schedules and logs go along.
    package var isScheduled: Bool
    /// Minutes that clocks here are ahead of UTC.
    package var offset: Int

    /// Puts a wish together.
    package init(part: ExportScope = .all, isScheduled: Bool = true, offset: Int = 0) {
        self.part = part
        self.isScheduled = isScheduled
        self.offset = offset
    }
}

/// What was written into a package.
package struct WrittenPackage: Sendable {
    /// How many notes it holds.
    package let notes: Int
    /// How many pictures and sounds.
    package let media: Int
    /// How many bytes it has.
    package let bytes: Int
}

extension Library {
    /// Writes notes into a package that every Anki since 2.1.28 reads, whole or not at all.
    ///
    /// - Parameters:
    ///   - path: Where it is to lie; a package that lies there is replaced, anything else is not.
    ///   - progress: Is told, now and then, how much is done.
    package func exportPackage(
        to path: String,
        _ wish: PackageWish,
        progress: Watch = { _ in }
    ) throws(ExchangeError) -> WrittenPackage {
        let file = DiskFile(path)
        if FileManager.default.fileExists(atPath: path) {
            guard try ZipArchive.isArchive(file.start(4)) else {
                throw .file(path, reason: "it is no package of Anki's; name another file")
            }
        }
        let unfinished = "\(path)-unfinished"
        defer { try? FileManager.default.removeItem(atPath: unfinished) }
        do {
            try? FileManager.default.removeItem(atPath: unfinished)
            var writer = try AnkiWriter(
                in: try WorkFolder(),
                isScheduled: wish.isScheduled,
                at: moment.milliseconds,
                offset: wish.offset,
                rollover: try settings().rollover
            )
            try lend(wish.part, to: &writer, timeZoneOffset: wish.offset, progress: progress)
            try writer.finish(packingInto: unfinished) { try lendMedia($0, to: $1) }
            try DiskFile(unfinished).rename(to: path)
            return WrittenPackage(
                notes: writer.noteCount,
                media: writer.mediaNames.count,
                bytes: try DiskFile(path).size
            )
        } catch {
            throw ExchangeError.package(file.name, error)
        }
    }
}
