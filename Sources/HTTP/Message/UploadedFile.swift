internal import Glibc
internal import Threads

/// The body of a request in a file, which is deleted before its answer is sent, or else with its last reference.
package final class UploadedFile: Sendable {
    package let path: String
    /// The length in bytes.
    package var size: Int { state.withLock { $0.size } }

    private let descriptor: Int32
    private let state = Locked((size: 0, hasEnded: false))

    /// Creates an empty file that only this user can read; nil if that fails.
    init?(in directory: String) {
        var template = Array("\(directory)/upload-XXXXXX".utf8CString)
        descriptor = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { mkstemp($0) } ?? -1
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { end() }

    /// Closes and deletes the file.
    func end() {
        state.withLock { state in
            guard descriptor >= 0, !state.hasEnded else { return }
            state.hasEnded = true
            close(descriptor)
            unlink(path)
        }
    }

    /// Whether enough of the disk is free for everything else that is written to it: 64 MiB, or a twentieth of a small one.
    private var leavesFreeSpace: Bool {
        var status = statvfs()
        guard fstatvfs(descriptor, &status) == 0 else { return true }
        let reserve = min(64 << 20, status.f_blocks * status.f_frsize / 20)
        return status.f_bavail * status.f_frsize > reserve
    }

    /// Appends bytes; false if the disk is nearly full or cannot be written.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard leavesFreeSpace else { return false }
        var rest = bytes
        while !rest.isEmpty {
            let count = write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
        state.withLock { $0.size += bytes.count }
        return true
    }
}
