import Glibc

/// The memory that this process holds, in MiB, as counted by the kernel.
enum ResidentMemory {
    static var now: Double { field("VmRSS:") }

    /// The maximum since the last call of `resetPeak`.
    static var peak: Double { field("VmHWM:") }

    static func resetPeak() {
        let descriptor = open("/proc/self/clear_refs", O_WRONLY)
        write(descriptor, "5", 1)
        close(descriptor)
    }

    private static func field(_ name: String) -> Double {
        guard let status = fopen("/proc/self/status", "r") else { return .nan }
        defer { fclose(status) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, Int32(line.count), status) != nil {
            let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            if words.first == Substring(name) { return (Double(words[1]) ?? .nan) / 1024 }
        }
        return .nan
    }
}
