internal import Glibc

/// A socket in the file system.
///
/// System calls take paths of 107 bytes at most; longer ones are reached through the open folder
/// (`/proc/self/fd/7/name`).
struct UnixSocket: Sendable {
    let descriptor: Int32
    private let path: String
    private let identity: Identity?

    init(path: String) throws(ServerError) {
        descriptor = try Self.open()
        self.path = path
        do {
            try Self.bind(descriptor, to: path)
        } catch {
            close(descriptor)
            throw error
        }
        identity = Identity(path: path)
    }

    /// A socket that this program bound before it executed itself again.
    init(inheriting socket: Int32, path: String) {
        descriptor = socket
        self.path = path
        identity = Identity(path: path)
    }

    /// Deletes the file, unless another server has replaced it.
    func remove() {
        if let identity, Identity(path: path) == identity { unlink(path) }
    }

    static func connection(to path: String) throws(ServerError) -> Int32 {
        let socket = try open()
        do throws(ServerError) {
            let failure = try withAddress(of: path) { connect(socket, $0, $1) }
            guard failure != 0 else { return socket }
            throw .cannotConnect(path, reason: String(cString: strerror(failure)))
        } catch {
            close(socket)
            throw error
        }
    }

    private static func open() throws(ServerError) -> Int32 {
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let socket = Glibc.socket(AF_UNIX, Int32(type), 0)
        guard socket >= 0 else {
            throw .cannotListen("a Unix socket", reason: String(cString: strerror(errno)))
        }
        return socket
    }

    private static func bind(_ socket: Int32, to path: String) throws(ServerError) {
        // The file gets the mode of the socket, so that nobody else can connect at any moment.
        fchmod(socket, S_IRUSR | S_IWUSR)
        var failure = try withAddress(of: path) { Glibc.bind(socket, $0, $1) }
        if failure == EADDRINUSE, try isStale(path) {
            unlink(path)
            failure = try withAddress(of: path) { Glibc.bind(socket, $0, $1) }
        }
        switch failure {
        case 0: break
        case EADDRINUSE: throw .addressInUse(path)
        case EACCES, EPERM, EROFS: throw .notPermitted(path)
        default: throw .cannotListen(path, reason: String(cString: strerror(failure)))
        }
        guard listen(socket, SOMAXCONN) == 0 else {
            throw .cannotListen(path, reason: String(cString: strerror(errno)))
        }
    }

    /// Whether the file is a socket on which nobody answers.
    private static func isStale(_ path: String) throws(ServerError) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return false }
        let socket = try open()
        defer { close(socket) }
        return try withAddress(of: path) { connect(socket, $0, $1) } == ECONNREFUSED
    }

    /// Makes a system call with the address of a path, and returns its `errno`, or 0.
    private static func withAddress(
        of path: String,
        _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(ServerError) -> Int32 {
        var folder: Int32 = -1
        defer { if folder >= 0 { close(folder) } }
        var name = path
        if path.utf8.count > 107 {
            let slash = path.lastIndex(of: "/") ?? path.startIndex
            folder = Glibc.open(String(path[..<slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard folder >= 0 else { return errno }
            name = "/proc/self/fd/\(folder)\(path[slash...])"
        }
        guard name.utf8.count <= 107 else { throw .pathTooLong(path) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                call(address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 ? 0 : errno
            }
        }
    }
}

/// Distinguishes a file from another of the same name.
private struct Identity: Equatable {
    private let device: dev_t
    private let inode: ino_t
    // The inode of a deleted file is soon reused.
    private let seconds: Int
    private let nanoseconds: Int

    init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
