internal import CLinux

/// Memory that this process has freed.
package enum FreeMemory {
    /// Gives it back to the system, which the allocator does only at the end of its heaps.
    package static func giveBack() { omena_give_memory_back() }
}
