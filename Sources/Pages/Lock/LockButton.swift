import Languages

/// Locks the library, from the navigation of every page.
struct LockButton: HTML {
    func write(to page: inout HTMLWriter) {
        guard PageFrame.current.isLockable else { return }
        li(.class("nav-lock")) {
            form(.method("post"), .action(.lock)) {
                button(.type("submit")) {
                    Icon.lock.large
                    span { "Lock now" }
                }
            }
        }.write(to: &page)
    }
}
