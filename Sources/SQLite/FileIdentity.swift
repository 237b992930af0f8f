internal import Glibc

/// Which file a name stands for, so that another file of the same name is not mistaken for it.
struct FileIdentity: Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// Nil if there is no such file.
    init?(_ path: UnsafePointer<CChar>) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}
