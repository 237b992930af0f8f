internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// The schedulers of the decks of a session: decks with equal parameters and rules share one.
struct DeckSchedulers {
    private(set) var dealt: [DealtSchedule.Scheduler] = []
    private var schedulers: [Scheduler] = []
    /// The index of each deck's scheduler.
    private var indices: [DeckID: Int] = [:]

    init(
        of decks: [Deck],
        settings: StudySettings,
        in hierarchy: DeckHierarchy,
        _ reader: borrowing some Reading & ~Copyable
    ) throws {
        let parameters = try reader.parameters()
        for deck in decks {
            let own = hierarchy.settings(of: deck)
            let scheduler = DealtSchedule.Scheduler(
                deck: deck.id,
                parameters: own.parameters.flatMap { try? Parameters($0) } ?? parameters,
                rules: settings.applying(own).rules
            )
            let known = dealt.firstIndex {
                $0.parameters == scheduler.parameters && $0.rules == scheduler.rules
            }
            indices[deck.id] = known ?? dealt.count
            guard known == nil else { continue }
            dealt.append(scheduler)
            schedulers.append(
                Scheduler(model: MemoryModel(scheduler.parameters), rules: scheduler.rules)
            )
        }
    }

    /// That of a deck; the first one of a deck that is not of this session.
    func scheduler(of deck: DeckID) -> Scheduler {
        schedulers.isEmpty ? Scheduler() : schedulers[indices[deck] ?? 0]
    }

    /// The deck by which a card of a deck names its scheduler; nil where all cards have the same.
    func name(of deck: DeckID) -> DeckID? {
        dealt.count > 1 ? dealt[indices[deck] ?? 0].deck : nil
    }
}
