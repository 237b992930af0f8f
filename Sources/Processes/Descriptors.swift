internal import CLinux

/// How many files and connections this process may have open.
package enum Descriptors {
    /// Allows as many as the system lets it, and returns how many those are.
    package static func allowMost() -> Int { Int(clamping: omena_allow_descriptors()) }
}
