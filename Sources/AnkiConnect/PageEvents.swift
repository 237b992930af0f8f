package import LibraryValues
package import Notes
internal import Threads

/// What programs ask of an open page of Omena: to show cards, or to ask the learner about them.
///
/// Pages ask for news every few seconds while they are visible.
package final class PageEvents: Sendable {
    package enum Event: Hashable, Sendable {
        /// Show the results of a search.
        case browse(String)
        /// Show the form of a note.
        case edit(NoteID)
        /// Show the form of a new note, perhaps with a draft.
        case add(NoteDraft?)
    }

    private struct State {
        var number = 0
        var latest: (number: Int, event: Event, moment: Duration)?
        var lastLook: Duration?
        var questions: [Int64: Duration] = [:]
        var draft: (draft: NoteDraft, moment: Duration)?
    }

    private let state = Locked(State())
    private let uptime: @Sendable () -> Duration

    /// A page that has not asked for longer is closed.
    private static let presence: Duration = .seconds(10)
    /// A page that opens later does not act on an older event.
    private static let lifetime: Duration = .seconds(10)
    /// How long a draft waits for the form that shows it.
    private static let draftLifetime: Duration = .seconds(3_600)
    /// How long a question is shown after the program's last request.
    private static let patience: Duration = .seconds(600)

    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Whether a page is open and visible.
    package var hasPage: Bool {
        let now = uptime()
        return state.withLock { state in
            state.lastLook.map { now - $0 <= Self.presence } ?? false
        }
    }

    func post(_ event: Event) {
        let now = uptime()
        state.withLock { state in
            state.number += 1
            state.latest = (state.number, event, now)
            if case .add(let draft?) = event { state.draft = (draft, now) }
        }
    }

    /// The latest draft for the form of a new note, once.
    package func takeDraft() -> NoteDraft? {
        let now = uptime()
        return state.withLock { state in
            defer { state.draft = nil }
            return state.draft.flatMap { now - $0.moment <= Self.draftLifetime ? $0.draft : nil }
        }
    }

    /// The latest event after one that a page has seen, and its number.
    package func latest(after seen: Int?) -> (number: Int, event: Event?) {
        let now = uptime()
        return state.withLock { state in
            state.lastLook = now
            guard let seen, let latest = state.latest, latest.number > seen,
                now - latest.moment <= Self.lifetime
            else { return (state.number, nil) }
            return (state.number, latest.event)
        }
    }

    func ask(_ client: ConnectedClient) {
        let now = uptime()
        state.withLock { $0.questions[client.number] = now }
    }

    /// Whether the learner should be asked about a program now.
    package func asks(_ client: ConnectedClient) -> Bool {
        guard client.decision == .asked else { return false }
        let now = uptime()
        return state.withLock { state in
            state.questions[client.number].map { now - $0 <= Self.patience } ?? false
        }
    }
}
