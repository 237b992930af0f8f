internal import FoundationEssentials
internal import LibraryValues
internal import Notes
internal import Recall

extension AnkiLogEntry {
    /// The log of a card for Anki; entries that came from there go back unchanged.
    static func entries(
        of card: ExportedCard,
        note: NoteID,
        _ clock: AnkiClock,
        _ rules: AnkiRules
    ) -> [AnkiLogEntry] {
        var entries: [AnkiLogEntry] = []
        entries.reserveCapacity(card.log.count)
        let log = card.log.span
        for place in log.indices {
            if let kept = AnkiLogEntry(kept: log[place]) {
                entries.append(kept)
            } else if log[place].isInAnkisLog {
                let seed = CardID(note: note, face: card.face).seed
                return Self.entries(
                    of: card.log,
                    CardHistory(scheduler: rules.scheduler, seed: seed),
                    clock
                )
            }
        }
        return entries
    }

    /// The same for a log with events of our own, whose intervals follow from all events before them.
    private static func entries(
        of log: [Event],
        _ history: CardHistory,
        _ clock: AnkiClock
    ) -> [AnkiLogEntry] {
        var entries: [AnkiLogEntry] = []
        var history = history
        for event in log {
            let before = history.state
            history.add(
                CardEvent(
                    id: event.id.rawValue,
                    moment: event.moment.milliseconds,
                    offset: event.offset,
                    kind: event.kind.meaning
                )
            )
            let entry =
                AnkiLogEntry(kept: event)
                ?? AnkiLogEntry(
                    event,
                    before,
                    history.state,
                    last: entries.last?.interval ?? 0,
                    clock
                )
            if let entry { entries.append(entry) }
        }
        return entries
    }

    /// An event that came from Anki; nil for one of our own.
    private init?(kept event: Event) {
        guard let extras = event.extras, let numbers = StoredList<SIMD4<Int64>>(extras),
            numbers.count == 4
        else {
            return nil
        }
        self.init(event, button: event.grade)
        interval = Int32(clamping: numbers[0])
        intervalBefore = Int32(clamping: numbers[1])
        factor = UInt32(clamping: numbers[2])
        type = UInt8(clamping: numbers[3])
    }

    private init?(
        _ event: Event,
        _ before: CardState,
        _ after: CardState,
        last: Int32,
        _ clock: AnkiClock
    ) {
        guard event.isInAnkisLog else { return nil }
        self.init(event, button: event.grade)
        intervalBefore = last
        switch event.kind {
        case .review:
            interval = Self.interval(after, event)
            factor = Self.factor(after.memory)
            switch before.stage {
            case .new, .learning: type = 0
            case .review: type = 1
            case .relearning: type = 2
            }
        case .practice:
            interval = last
            type = 3
        case .setState(.redated(let due)):
            let today = clock.day(of: event.moment.milliseconds)
            interval = Int32(clamping: max(clock.day(of: due.milliseconds) - today, 1))
            factor = max(Self.factor(after.memory), 100)
            type = 4
        case .setState(.reset): type = 4
        case .setState(.imported), .retraction: return nil
        }
    }

    private init(_ event: Event, button: UInt8) {
        moment = event.moment.milliseconds
        self.button = button
        interval = 0
        intervalBefore = 0
        factor = 0
        duration = UInt32(clamping: event.duration)
        type = 0
    }

    /// In days, or in negative seconds while a card is being learned.
    private static func interval(_ state: CardState, _ event: Event) -> Int32 {
        guard let due = state.due else { return 0 }
        if state.stage == .review { return Int32(clamping: max(state.interval, 1)) }
        return Int32(clamping: -max((due - event.moment.milliseconds) / 1_000, 1))
    }

    private static func factor(_ memory: Memory?) -> UInt32 {
        memory.map { UInt32(clamping: (($0.difficulty - 1) / 9 + 0.1) * 1_000) } ?? 0
    }
}

extension Event {
    /// Whether Anki's log has an equivalent.
    fileprivate var isInAnkisLog: Bool {
        switch kind {
        case .setState(.imported), .retraction: false
        default: true
        }
    }

    /// The button from 1 to 4; 0 for none.
    fileprivate var grade: UInt8 {
        switch kind {
        case .review(let grade, _, _), .practice(let grade): grade.rawValue
        case .setState, .retraction: 0
        }
    }
}
