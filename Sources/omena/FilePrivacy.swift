internal import Glibc
import Vault

/// Keeps other users of the machine out of folders, and warns of files that they can read or change.
enum FilePrivacy {
    /// Creates a folder that only this user may use.
    ///
    /// - Parameter advice: The end of the error message.
    static func makeFolder(_ folder: String, orElse advice: String = "") throws(Failure) {
        do {
            try PrivateFolder.create(folder, withParents: true)
        } catch {
            throw Failure("cannot create the folder \(folder)\(advice)")
        }
    }

    /// Prints a line for those of the files that are open to everybody.
    static func warn(of paths: String...) {
        let files = paths.filter { isOpenToAll($0) }
        guard !files.isEmpty else { return }
        let names = files.joined(separator: " ")
        Terminal.printError(
            "warning: every user of this machine can read \(names); prevent that with 'chmod go= \(names)'"
        )
    }

    /// Whether everybody may use a file, and reach it through its folders.
    static func isOpenToAll(_ path: String) -> Bool {
        guard let resolved = realpath(path, nil) else { return false }
        defer { free(resolved) }
        var path = String(cString: resolved)
        guard mode(of: path) & (S_IROTH | S_IWOTH) != 0 else { return false }
        while let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex {
            path = String(path[..<slash])
            guard mode(of: path) & S_IXOTH != 0 else { return false }
        }
        return true
    }

    private static func mode(of path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : 0
    }
}
