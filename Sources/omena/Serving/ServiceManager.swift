internal import Glibc
import Threads

/// systemd, if it started this program as a service: it is told when the server is ready, and again and again that it works.
enum ServiceManager {
    /// Sends lines of `sd_notify(3)`; without a service manager nothing happens.
    static func tell(_ lines: String...) {
        guard let address = getenv("NOTIFY_SOCKET").map({ String(cString: $0) }) else { return }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: name.sun_path)
        // “@” stands for the 0 with which the names begin that are not in the file system.
        var path = Array(address.utf8)
        guard let first = path.first, path.count < capacity else { return }
        if first == UInt8(ascii: "@") { path[0] = 0 }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size - capacity + path.count)
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let message = Array(lines.joined(separator: "\n").utf8)
        _ = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, message, message.count, Int32(MSG_NOSIGNAL), $0, size)
            }
        }
    }

    /// Tells the watchdog that the server works, as often as it wants, each time the check succeeds.
    static func watch(_ works: @escaping @Sendable () -> Bool) {
        guard let interval = watchdogInterval else { return }
        Thread.start {
            while true {
                if works() { tell("WATCHDOG=1") }
                usleep(interval)
            }
        }
    }

    /// Half of the time after which systemd would restart the service, in microseconds.
    private static var watchdogInterval: useconds_t? {
        func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
        guard let limit = number("WATCHDOG_USEC"), limit > 1,
            number("WATCHDOG_PID").map({ $0 == Int(getpid()) }) ?? true
        else { return nil }
        return useconds_t(clamping: limit / 2)
    }
}
