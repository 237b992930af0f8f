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
    /// Files that notes name and the library lacks, and who named them.
    private let wanted = Locked<[String: BrowserNumber]>([:])
    private let isWaiting = Locked(false)

    /// Seconds that a file has to be unchanged before it is taken in, because its program may still be writing it.
    private static let settling: Int64 = 1
    /// Seconds until a file that nobody names is removed.
    private static let lifetime: Int64 = 86_400
    /// Seconds during which a file is waited for after a note has named it.
    private static let patience = 60

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
        wanted.withLock { wanted in
            for name in unknown { wanted[name] = call.author }
        }
        takeIn(call.library)
        waitForRest(call.service.dependencies)
    }

    /// Takes in what is there by now.
    private func takeIn(_ library: Library) {
        let path = Self.path(beside: library)
        for (name, author) in wanted.withLock({ $0 }) {
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
            wanted.withLock { $0[name] = nil }
        }
    }

    /// Looks again each second, in a thread of its own.
    private func waitForRest(_ dependencies: ConnectService.Dependencies) {
        let isFirst = isWaiting.withLock { isWaiting in
            defer { isWaiting = true }
            return !isWaiting
        }
        guard isFirst else { return }
        Thread.start { [self] in
            for _ in 0..<Self.patience where wanted.withLock({ !$0.isEmpty }) {
                sleep(1)
                guard let (library, lease) = dependencies.lease() else { break }
                withExtendedLifetime(lease) { takeIn(library) }
            }
            wanted.withLock { $0 = [:] }
            isWaiting.withLock { $0 = false }
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
