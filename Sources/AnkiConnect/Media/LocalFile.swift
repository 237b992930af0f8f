internal import Glibc
internal import Notes

/// A picture or sound in a file on this computer, which a program names by its path.
enum LocalFile {
    /// `O_PATH`, which Swift does not import.
    private static let pathOnly: Int32 = 0o10000000

    /// The content of a regular file with a picture or a sound.
    ///
    /// No part of the path may be a link, so that a program which may put files into one folder cannot have others read.
    static func content(of path: String) throws(ConnectError) -> [UInt8] {
        let unreadable = ConnectError("there is no readable picture or sound at that path")
        guard path.hasPrefix("/"), !path.utf8.contains(0), path.utf8.count < 4_096 else {
            throw unreadable
        }
        let parts = path.split(separator: "/")
        guard let last = parts.last, !parts.contains(where: { $0 == "." || $0 == ".." }) else {
            throw unreadable
        }
        var folder = open("/", pathOnly | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        for part in parts.dropLast() {
            let next = openat(folder, String(part), pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else { throw unreadable }
            close(folder)
            folder = next
        }
        // Opening a named pipe must not wait for whoever writes into it.
        let file = openat(folder, String(last), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw unreadable }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
        else { throw unreadable }
        guard status.st_size <= MediaDownloader.largest else {
            throw ConnectError("the file is too large")
        }
        // Files of /proc and /sys claim another size than they have.
        let content = bytes(of: file, atMost: Int(status.st_size))
        guard MediaFormat(of: content) != nil else { throw unreadable }
        return content
    }

    private static func bytes(of file: Int32, atMost size: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let read = read(file, buffer.baseAddress?.advanced(by: count), size - count)
                guard read > 0 else { break }
                count += read
            }
        }
    }
}
