internal import FoundationEssentials
internal import Glibc

/// A temporary folder, deleted with this value.
///
/// It is locked while in use, so that the next one to be created can delete those of processes that were killed.
package final class WorkFolder: Sendable {
    package let path: String
    private let descriptor: Int32

    private static let mark = "omena-work-"

    /// Creates a folder that only this user may read.
    package convenience init() throws {
        try self.init(in: FileManager.default.temporaryDirectory.path)
    }

    package init(in parent: String) throws {
        Self.sweep(parent)
        let name = UUID().uuidString
        let unlocked = "\(parent)/omena-\(name)"
        path = "\(parent)/\(Self.mark)\(name)"
        try FileManager.default.createDirectory(
            atPath: unlocked,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        descriptor = open(unlocked, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // It gets the name by which others find it only once it is locked.
        guard flock(descriptor, LOCK_EX) == 0, rename(unlocked, path) == 0 else {
            try? FileManager.default.removeItem(atPath: unlocked)
            throw CocoaError(.fileWriteUnknown)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        close(descriptor)
    }

    private static func sweep(_ parent: String) {
        let names = try? FileManager.default.contentsOfDirectory(atPath: parent)
        for name in names ?? [] where name.hasPrefix(mark) {
            let path = "\(parent)/\(name)"
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
