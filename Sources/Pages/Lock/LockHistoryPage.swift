import Languages
package import Notes
package import Vault

/// What happened to the lock, the latest first: unlocking, what was refused, and what was changed.
package struct LockHistoryPage: Page {
    private let events: [LockEvent]
    private let names: [LockSlotID: String]
    private let time: SpokenTime
    private let settings: StudySettings

    /// - Parameters:
    ///   - events: The latest first.
    ///   - names: What the ways to unlock that are still there are called.
    ///   - time: Says when something was.
    ///   - settings: What the learner has settled about pages.
    package init(
        events: [LockEvent],
        names: [LockSlotID: String],
        time: SpokenTime,
        settings: StudySettings
    ) {
        self.events = events
        self.names = names
        self.time = time
        self.settings = settings
    }

    /// The page in UTF-8.
    package func render() -> [UInt8] {
        Document(title: "What happened when", parts: .lock, settings: settings) {
            Shell(current: .settings, kind: "page lock-page") {
                LockHead(title: "What happened when", back: .lockSettings(.overview))
                PasskeyTrouble(words: nil)
                if events.isEmpty {
                    p(.class("muted")) { "Nothing has happened yet." }
                } else {
                    ul(.class("rows")) { Each(events) { row($0) } }
                }
            }
            Status()
        }.render()
    }

    private func row(_ event: LockEvent) -> some HTML {
        let name = event.slot.flatMap { names[LockSlotID($0.bytes)] } ?? ""
        let moment = time.words(for: Moment(milliseconds: event.moment))
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
        case (.refused, nil): "A try to unlock failed"
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
