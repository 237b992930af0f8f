internal import CLinux
internal import Glibc

/// A file that lies in memory alone.
package enum MemoryFile {
    /// Its descriptor, which the caller closes; nil where there is no memory for it.
    package static func create(_ bytes: [UInt8]) -> Int32? {
        let descriptor = omena_memory_file("omena")
        guard descriptor >= 0 else { return nil }
        var start = 0
        while start < bytes.count {
            let done = bytes[start...].withUnsafeBytes {
                write(descriptor, $0.baseAddress, $0.count)
            }
            guard done > 0 else {
                close(descriptor)
                return nil
            }
            start += done
        }
        return descriptor
    }
}
