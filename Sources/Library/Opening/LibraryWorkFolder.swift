internal import FoundationEssentials
internal import Glibc

/// Where the temporary files of a library are: in a folder beside it or, if it is sealed, in memory.
///
/// Only the process that has locked the library uses the folder, so what is there when it is opened or closed may be deleted.
struct LibraryWorkFolder {
    private let parent: String
    /// The start of the folder's name; the rest is random, because anybody may create files in `/dev/shm`.
    private let prefix: String

    private static let random = "XXXXXX"

    /// Where the folders of sealed libraries are, and how their names begin.
    private static let memory = "/dev/shm"
    private static let start = "omena-"

    init(of path: String, isSealed: Bool) throws(LibraryError) {
        guard isSealed else {
            let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
            parent = String(path[..<slash])
            prefix = "\(path[slash...].dropFirst())-temporary-"
            return
        }
        let lock = LockFile(beside: path).path
        var status = stat()
        guard stat(lock, &status) == 0 else { throw Disk.failure(lock, errno) }
        parent = Self.memory
        // The lock file belongs to one library, wherever that is moved.
        prefix = "\(Self.start)\(status.st_dev)-\(status.st_ino)-"
    }

    /// Whether any sealed library has a folder.
    static var existsInMemory: Bool {
        (try? Disk.names(in: memory))?.contains { $0.hasPrefix(start) } == true
    }

    /// Whether a library has a folder as a sealed one.
    static func existsInMemory(of path: String) -> Bool {
        (try? LibraryWorkFolder(of: path, isSealed: true).folders().isEmpty) == false
    }

    /// The folder, created if it does not exist.
    func folder() throws(LibraryError) -> String {
        if let folder = try folders().first { return folder }
        var template = "\(parent)/\(prefix)\(Self.random)".utf8CString.map { $0 }
        guard mkdtemp(&template) != nil else { throw Disk.failure(parent, errno) }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Deletes the folder of a library, whether or not it is sealed now.
    static func clear(of path: String) {
        for isSealed in [false, true] {
            let folders = try? LibraryWorkFolder(of: path, isSealed: isSealed).folders()
            for folder in folders ?? [] { try? FileManager.default.removeItem(atPath: folder) }
        }
    }

    /// How many bytes the files in the folder of a library take; 0 in memory.
    static func size(of path: String) -> Int {
        let folders = (try? LibraryWorkFolder(of: path, isSealed: false).folders()) ?? []
        return folders.reduce(0) { size, folder in
            let names = try? FileManager.default.subpathsOfDirectory(atPath: folder)
            return (names ?? []).reduce(size) { size, name in
                size + ((try? Disk.size(of: "\(folder)/\(name)")) ?? 0)
            }
        }
    }

    /// Those that `folder` created, and nobody else.
    private func folders() throws(LibraryError) -> [String] {
        let length = prefix.utf8.count + Self.random.utf8.count
        return try Disk.names(in: parent)
            .filter { $0.hasPrefix(prefix) && $0.utf8.count == length }
            .map { "\(parent)/\($0)" }
            .filter { folder in
                var status = stat()
                return lstat(folder, &status) == 0 && status.st_mode == S_IFDIR | 0o700
                    && status.st_uid == geteuid()
            }
    }
}
