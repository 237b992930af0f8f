import Languages
import Notes
import Vault

/// The key slots, when each was used, and links to change them.
struct LockSlotList: HTML {
    let slots: [LockSlot]
    let now: Moment

    func write(to page: inout HTMLWriter) {
        ul(.class("rows")) { Each(slots) { row($0) } }.write(to: &page)
    }

    private func row(_ slot: LockSlot) -> some HTML {
        li(.class("set-row lock-slot")) {
            slot.icon.large
            span(.class("what")) {
                span(.class("set-name"), .dirAuto) { slot.words }
                small { "\(slot.means) · \(used(slot))" }
            }
            span(.class("lock-actions")) {
                if slot.kind == .passphrase {
                    link("Change", slot, to: .passphrase(replacing: slot.id))
                }
                if slot.kind != .recovery { link("Rename", slot, to: .name(slot.id)) }
                if !slot.isLast { link("Remove", slot, to: .removal(slot.id)) }
            }
        }
    }

    private func link(_ label: Phrase, _ slot: LockSlot, to route: LockRoute) -> some HTML {
        a(.class("btn btn-small"), .href(.lockSettings(route))) {
            label
            span(.class("vh"), .dirAuto) { " \(slot.words)" }
        }
    }

    private func used(_ slot: LockSlot) -> Phrase {
        guard let used = slot.used else { return "never used" }
        return "used \(ago(used, now: now))"
    }
}

extension LockSlot {
    /// The learner's name for it, or what kind of key it is.
    var words: Phrase {
        if !name.isEmpty { return Phrase(verbatim: name) }
        return switch kind {
        case .passphrase: "Passphrase"
        case .passkey: "Passkey"
        case .recovery: "Recovery code"
        }
    }

    /// What kind of key it is, and where it works.
    fileprivate var means: Phrase {
        switch kind {
        case .passphrase: "Memorised"
        case .passkey: "Passkey at \(site ?? "")"
        case .recovery: "Written down"
        }
    }

    fileprivate var icon: Icon {
        switch kind {
        case .passphrase: .keyboard
        case .passkey: .key
        case .recovery: .list
        }
    }
}
