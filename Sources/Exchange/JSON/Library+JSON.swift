internal import FoundationEssentials
internal import Glibc
internal import Languages
package import Library

extension Library {
    /// Writes notes, with all that belongs to them, as Omena's own JSON; whole or not at all.
    package func exportLibrary(
        to path: String,
        _ wish: PackageWish,
        progress: Watch = { _ in }
    ) throws(ExchangeError) -> WrittenPackage {
        let name = DiskFile(path).name
        if FileManager.default.fileExists(atPath: path) {
            guard try FileKind(.disk(DiskFile(path))) == .library else {
                throw .file(path, reason: "it is no library of Omena's; name another file")
            }
        }
        let unfinished = "\(path)-unfinished"
        defer { try? FileManager.default.removeItem(atPath: unfinished) }
        do {
            guard let file = fopen(unfinished, "wb") else { throw LibraryWriter.WriteError() }
            var writer = LibraryWriter(file, isScheduled: wish.isScheduled) {
                try self.keptFile(of: $0)
            }
            do {
                try lend(wish.part, to: &writer, timeZoneOffset: wish.offset, progress: progress)
                try writer.finish { try lendMedia($0, to: $1) }
            } catch {
                fclose(file)
                throw error
            }
            guard fclose(file) == 0 else { throw LibraryWriter.WriteError() }
            try DiskFile(unfinished).rename(to: path)
            return WrittenPackage(
                notes: writer.noteCount,
                media: writer.mediaCount,
                bytes: try DiskFile(path).size
            )
        } catch let error as ExchangeError {
            throw error
        } catch let error as LibraryError {
            throw .library(error)
        } catch {
            throw .file(name, reason: "it cannot be written")
        }
    }
}
