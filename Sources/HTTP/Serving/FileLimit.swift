internal import Glibc

/// How many files and sockets this program may hold open.
enum FileLimit {
    /// Raises the soft limit, 1024 on most systems, as far as is wished and allowed.
    static func raise(to count: Int) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wished = min(rlim_t(count), limit.rlim_max)
        guard limit.rlim_cur < wished else { return }
        limit.rlim_cur = wished
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
