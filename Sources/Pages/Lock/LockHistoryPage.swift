import Languages
package import Notes
package import Vault

/// The log of the lock, newest first: unlocking, failed attempts, and changes.
package struct LockHistoryPage: Page {
    private let events: [LockEvent]
    private let names: [LockSlotID: String]
    private let time: MomentFormatter
    private let settings: StudySettings

    /// - Parameters:
    ///   - events: Newest first.
    ///   - names: The learner's names for the key slots that still exist.
    package init(
        events: [LockEvent],
        names: [LockSlotID: String],
        time: MomentFormatter,
        settings: StudySettings
    ) {
        self.events = events
        self.names = names
        self.time = time
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: "Activity log", assets: .lock, settings: settings) {
            Shell(current: .settings, kind: "page lock-page") {
                LockHeader(title: "Activity log", back: .lockSettings(.overview))
                LockAlert(words: nil)
                if events.isEmpty {
                    p(.class("muted")) { "No activity yet." }
                } else {
                    ul(.class("rows")) { Each(events) { row($0) } }
                }
            }
            StatusRegion()
        }.render()
    }

    private func row(_ event: LockEvent) -> some HTML {
        let name = event.slot.flatMap { names[LockSlotID($0.bytes)] } ?? ""
        let moment = time.text(for: Moment(milliseconds: event.moment))
        return li(.class(event.names)) {
            event.icon.large
            span(.class("what")) {
                span(.class("set-name")) { event.words }
                small(.dirAuto) { name.isEmpty ? moment : "\(moment) · \(name)" }
            }
        }
    }
}

extension LockEvent {
    fileprivate var names: StaticString {
        switch kind {
        case .unlocked: "set-row lock-event good"
        case .refused: "set-row lock-event bad"
        default: "set-row lock-event"
        }
    }

    fileprivate var icon: Icon {
        switch kind {
        case .unlocked: .check
        case .refused: .cross
        case .locked, .idle, .sealed: .lock
        case .resealed, .added, .renamed, .removed: .key
        }
    }

    fileprivate var words: Phrase {
        switch (kind, means) {
        case (.unlocked, .passphrase): "Unlocked with the passphrase"
        case (.unlocked, .passkey): "Unlocked with a passkey"
        case (.unlocked, .recovery): "Unlocked with the recovery code"
        case (.unlocked, nil): "Unlocked"
        case (.refused, .passphrase): "A wrong passphrase was tried"
        case (.refused, .passkey): "A passkey was refused"
        case (.refused, .recovery): "A wrong recovery code was tried"
        case (.refused, nil): "Failed attempt to unlock"
        case (.locked, _): "Locked"
        case (.idle, _): "Locked by itself"
        case (.sealed, _): "The lock was turned on"
        case (.resealed, _): "The key was changed"
        case (.added, .passphrase): "A passphrase was added"
        case (.added, .passkey): "A passkey was added"
        case (.added, .recovery): "A recovery code was made"
        case (.added, nil): "A way to unlock was added"
        case (.renamed, _): "A way to unlock was renamed"
        case (.removed, .passphrase): "A passphrase was removed"
        case (.removed, .passkey): "A passkey was removed"
        case (.removed, .recovery): "A recovery code was removed"
        case (.removed, nil): "A way to unlock was removed"
        }
    }
}
