internal import Glibc
internal import Threads

/// A request's body in a file of its own; the file goes when the last holder lets go, unless it was moved.
package final class UploadedFile: Sendable {
    /// Where it lies.
    package let path: String
    /// Its length in bytes.
    package var size: Int { state.withLock { $0.size } }

    private let descriptor: Int32
    private struct State {
        var size = 0
        var isMoved = false
    }
    private let state = Locked(State())

    /// Makes an empty file that only we may read; nil when that cannot be.
    init?(in directory: String) {
        var template = Array("\(directory)/upload-XXXXXX".utf8CString)
        descriptor = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { mkstemp($0) } ?? -1
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !state.withLock({ $0.isMoved }) { unlink(path) }
    }

    /// Gives the file another name in the same file system, and with it a life of its own.
    ///
    /// - Returns: whether it is there now; the file is not synced to disk.
    package func move(to newPath: String) -> Bool {
        state.withLock {
            guard !$0.isMoved, rename(path, newPath) == 0 else { return false }
            $0.isMoved = true
            return true
        }
    }

    /// Adds bytes at the end; false when the disk is full or worse.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
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
