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
        case (.refused, .passphrase): "Wrong passphrase entered"
        case (.refused, .passkey): "Passkey rejected"
        case (.refused, .recovery): "Wrong recovery code entered"
        case (.refused, nil): "Failed unlock attempt"
        case (.locked, _): "Locked"
        case (.idle, _): "Locked automatically"
        case (.sealed, _): "Lock turned on"
        case (.resealed, _): "Key changed"
        case (.added, .passphrase): "Passphrase added"
        case (.added, .passkey): "Passkey added"
        case (.added, .recovery): "Recovery code created"
        case (.added, nil): "Way to unlock added"
        case (.renamed, _): "Way to unlock renamed"
        case (.removed, .passphrase): "Passphrase removed"
        case (.removed, .passkey): "Passkey removed"
        case (.removed, .recovery): "Recovery code removed"
        case (.removed, nil): "Way to unlock removed"
        }
    }
}
