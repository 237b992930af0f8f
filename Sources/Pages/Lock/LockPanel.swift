import Languages

/// The way from the settings to the lock.
struct LockPanel: HTML {
    func write(to page: inout HTMLWriter) {
        let isOn = PageLock.isOn
        section(.class("group"), .aria("aria-labelledby", "lock")) {
            h2(.id("lock")) { "Lock" }
            ul(.class("rows")) {
                li(.class("set-row")) {
                    span(.class("what")) {
                        span(.class("set-name")) {
                            isOn ? "This library can be locked" : "This library has no lock"
                        }
                        small {
                            isOn
                                ? "Ways to unlock, and when it locks itself"
                                : "Unreadable to everybody but you, with a passkey or a passphrase"
                        }
                    }
                    a(.class("btn btn-small"), .href(.lockSettings(.overview))) {
                        isOn ? "Change" : "Set up"
                        span(.class("vh")) {
                            " "
                            "the lock"
                        }
                    }
                }
            }
        }.write(to: &page)
    }
}
