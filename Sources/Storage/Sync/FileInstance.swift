internal import Glibc

/// Which file on which machine something is: a copy, or a file restored from a backup, has another one.
enum FileInstance {
    /// Of a file that has become an earlier one, whatever its place.
    static let replaced = "replaced"

    static func name(of path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0 else { return "" }
        return "\(machine) \(status.st_ino)"
    }

    private static let machine: String = {
        guard let file = fopen("/etc/machine-id", "r") else { return "" }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
            .filter { $0.isLetter || $0.isNumber }
    }()
}
