internal import Glibc
internal import Library
internal import LibraryValues
internal import Notes
internal import Threads
internal import Vault

/// A folder into which programs put pictures and sounds by themselves, because they do so in Anki's own folder.
///
/// Media here lie in the library's second file. So a file is taken in when a note names it, and what no note names is
/// removed after a day.
final class DropFolder: Sendable {
    private let wanted = Locked(WantedFiles())

    /// Seconds that a file has to be unchanged before it is taken in, because its program may still be writing it.
    private static let settling: Int64 = 1
    /// Seconds until a file that nobody names is removed.
    private static let lifetime: Int64 = 86_400

    /// The folder's path; it is created if it does not exist.
    func path(beside library: Library) throws(ConnectError) -> String {
        guard !library.isSealed else {
            throw ConnectError("an encrypted library has no folder for media; send them as data")
        }
        let path = Self.path(beside: library)
        do {
            try PrivateFolder.create(path)
        } catch {
            throw ConnectError("the folder for media could not be created")
        }
        Self.removeOld(in: path)
        return path
    }

    private static func path(beside library: Library) -> String { "\(library.path)-drop" }

    /// Takes in the files that texts name, now or soon.
    func takeIn(_ texts: some Sequence<String>, for call: ConnectCall) throws {
        guard call.client.permissions.contains(.usesDropFolder), !call.library.isSealed else {
            return
        }
        let names = texts.flatMap { MediaText($0).references.map(\.name) }
        let unknown = try Set(names).filter { try call.library.medium(named: $0) == nil }
        guard !unknown.isEmpty else { return }
        let isFirst = wanted.withLock { $0.add(unknown, by: call.author, at: .now) }
        takeIn(call.library)
        if isFirst { waitForRest(call.service.dependencies) }
    }

    /// Takes in what is there by now.
    private func takeIn(_ library: Library) {
        let path = Self.path(beside: library)
        for (name, author) in wanted.withLock({ $0.authors }) {
            let file = "\(path)/\(name)"
            guard MediaReference.isName(name), Self.isSettled(file),
                let content = try? LocalFile.content(of: file),
                let stored = try? library.storeMedium(
                    content,
                    named: name,
                    replaces: false,
                    isNamed: true,
                    by: author
                ), stored == name
            else { continue }
            unlink(file)
            wanted.withLock { $0.remove(name) }
        }
    }

    /// Looks again each second, in a thread of its own.
    private func waitForRest(_ dependencies: ConnectService.Dependencies) {
        Thread.start { [self] in
            while wanted.withLock({ $0.isWaiting(at: .now) }) {
                sleep(1)
                guard let (library, lease) = dependencies.lease() else { continue }
                withExtendedLifetime(lease) { takeIn(library) }
            }
        }
    }

    private static func isSettled(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return Int64(time(nil)) - Int64(status.st_mtim.tv_sec) >= settling
    }

    private static func removeOld(in path: String) {
        guard let folder = opendir(path) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            guard name != ".", name != "..", lstat("\(path)/\(name)", &status) == 0,
                status.st_mode & S_IFMT == S_IFREG,
                Int64(time(nil)) - Int64(status.st_mtim.tv_sec) > lifetime
            else { continue }
            unlink("\(path)/\(name)")
        }
    }
}
