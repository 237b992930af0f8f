internal import CLinux
internal import Glibc

/// What a process that reads a stranger's file must not be able to do.
package struct SandboxEscape: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let readsOtherFiles = SandboxEscape(rawValue: 1)
    package static let writesFiles = SandboxEscape(rawValue: 2)
    package static let usesNetworks = SandboxEscape(rawValue: 4)
    package static let startsPrograms = SandboxEscape(rawValue: 8)

    /// Confines this process as for reading a file, and tries each of them.
    package static func afterConfinement() -> SandboxEscape {
        // Opened before, as the file to read is.
        let program = open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
        Sandbox.enter(reading: program, writingIn: "")
        var escapes: SandboxEscape = []
        if open("/etc/passwd", O_RDONLY | O_CLOEXEC) >= 0 { escapes.insert(.readsOtherFiles) }
        let folder = open("/tmp", Int32(omena_temporary_open), 0o600)
        if folder >= 0 { escapes.insert(.writesFiles) }
        if socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0 { escapes.insert(.usesNetworks) }
        var process = pid_t()
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        if posix_spawn(&process, "/bin/true", nil, nil, &words, nil) == 0 {
            escapes.insert(.startsPrograms)
        }
        return escapes
    }
}
