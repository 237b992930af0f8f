import CSodium
internal import Glibc

package enum ProcessMemory {
    /// Prevents core dumps and access by other programs of the same user.
    package static func hide() {
        var none = rlimit()
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        _ = omena_hide_process()
    }
}
