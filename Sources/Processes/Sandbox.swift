internal import CLinux
internal import Glibc

/// Takes from this process, and for ever, what it does not need to read one file.
///
/// Landlock (Linux 5.13) takes the file system, seccomp most system calls; a kernel that has neither confines nothing, and
/// then only the limits of memory and time are left.
package struct Sandbox {
    /// What a kernel can take from a process.
    package enum Part: CaseIterable, Sendable {
        case files, systemCalls
    }

    /// The most memory in bytes that the process may write to: four times what the largest text takes.
    package static let mostMemory = 2 << 30
    /// In seconds of processor time; the largest collections take a minute.
    package static let mostTime = 1_200
    /// A collection of the largest size, and its log.
    private static let mostFileSize = 9 << 30
    private static let mostDescriptors = 64

    /// Confines this process, and returns what the kernel was able to take.
    ///
    /// - Parameters:
    ///   - file: An open file that may be opened again.
    ///   - folder: The only folder in which files may be read and written; none if empty.
    @discardableResult
    package static func enter(reading file: Int32, writingIn folder: String) -> Set<Part> {
        limit(omena_rlimit_data, to: mostMemory)
        limit(omena_rlimit_cpu, to: mostTime)
        limit(omena_rlimit_core, to: 0)
        limit(omena_rlimit_fsize, to: mostFileSize)
        limit(omena_rlimit_nofile, to: mostDescriptors)
        guard omena_no_new_privileges() == 0 else { return [] }
        var parts: Set<Part> = []
        if takeFiles(except: file, folder) { parts.insert(.files) }
        if SystemCallFilter().install() { parts.insert(.systemCalls) }
        return parts
    }

    private static func limit(_ resource: Int, to most: Int) {
        _ = omena_limit(Int32(resource), UInt64(most))
    }

    private static func takeFiles(except file: Int32, _ folder: String) -> Bool {
        let version = omena_landlock_version()
        guard version > 0 else { return false }
        // Version 1 knows 13 ways to use files, 2 and 3 one more each.
        let all = UInt64(1) << (12 + UInt64(min(version, 3))) - 1
        var rules = landlock_ruleset_attr()
        rules.handled_access_fs = all
        let ruleset = omena_landlock_create(&rules)
        guard ruleset >= 0 else { return false }
        defer { close(ruleset) }
        // A file in memory has no folder, and is not refused to whoever has its descriptor.
        allow(UInt64(LANDLOCK_ACCESS_FS_READ_FILE), file, ruleset)
        if !folder.isEmpty {
            let descriptor = open(folder, Int32(omena_path_open))
            guard descriptor >= 0 else { return false }
            allow(all & ~UInt64(LANDLOCK_ACCESS_FS_EXECUTE), descriptor, ruleset)
            close(descriptor)
        }
        return omena_landlock_enter(ruleset) == 0
    }

    private static func allow(_ access: UInt64, _ descriptor: Int32, _ ruleset: Int32) {
        var rule = landlock_path_beneath_attr()
        rule.allowed_access = access
        rule.parent_fd = descriptor
        _ = omena_landlock_add(ruleset, &rule)
    }
}
