internal import Glibc

/// The path of a Unix socket, shortened to the system's limit of 108 bytes if necessary.
///
/// A longer path goes through a descriptor of its folder, which is open as long as this value lives.
struct SocketPath: ~Copyable {
    let text: String?
    private let folder: Int32?

    init(_ path: String?) {
        guard let path, path.utf8.count > 107, let slash = path.lastIndex(of: "/") else {
            text = path
            folder = nil
            return
        }
        let folder = open(String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        self.folder = folder
        text = "/proc/self/fd/\(folder)/\(path[path.index(after: slash)...])"
    }

    deinit {
        if let folder, folder >= 0 { close(folder) }
    }
}
