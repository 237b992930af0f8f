import CSodium
internal import Glibc

/// What others may see of this process's memory.
public enum ProcessMemory {
    /// Keeps it out of core dumps, from other programs of the same user, and out of swap where that may be asked for.
    ///
    /// Secrets are locked into memory one by one (`SecretBytes`), but what libraries make of them, and what a learner
    /// wrote, lies everywhere. Locking all of it would fail sooner or later under a limit, so that it takes none
    /// (`LimitMEMLOCK=infinity`).
    public static func hide() {
        var none = rlimit()
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        _ = omena_hide_process()
        _ = omena_lock_memory()
    }
}
