import CSodium
internal import Glibc

/// What others may see of this process's memory.
public enum ProcessMemory {
    /// Keeps it out of core dumps, and from other programs of the same user.
    public static func hide() {
        var none = rlimit()
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        _ = omena_hide_process()
    }
}
