internal import Glibc
package import LibraryValues
internal import Storage
internal import Vault

extension Library {
    /// What is wrong with the disk of this library, worst first.
    package var diskProblems: [DiskProblem] {
        (database.hasWrongPages ? [.changedPages] : []) + Self.diskProblems(ofLibraryAt: path)
    }

    /// What is wrong with the disk of the library at `path`, which need not be open or exist, worst first.
    package static func diskProblems(ofLibraryAt path: String) -> [DiskProblem] {
        var status = statvfs()
        guard statvfs(AtomicFile.folder(of: path), &status) == 0 else { return [] }
        guard status.f_flag & UInt(ST_RDONLY) == 0 else { return [.writeProtected] }
        var problems: [DiskProblem] = []
        // Some file systems, such as Btrfs, do not count files.
        if status.f_files > 0, status.f_favail < 100 { problems.append(.noMoreFiles) }
        let free = Int(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
        // An import and the backup before it may each be as large as the library.
        let wanted = max(100_000_000, 2 * ((try? Disk.size(of: path)) ?? 0))
        if free < wanted { problems.append(.littleSpace(free: free, wanted: wanted)) }
        return problems
    }
}
