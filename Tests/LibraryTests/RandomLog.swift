import Notes
import Recall
import TestChance

/// The events of two devices about a few cards, in order of arrival; each device knows only part of the other's reviews.
struct RandomLog {
    private(set) var events: [Event] = []
    private var chance: SplitMix
    private var lastID: Int64
    private let start: Int64
    private let scheduler = Scheduler()

    /// Creates a log; its ids are above those of every log with a smaller seed.
    init(of cards: [CardID], seed: UInt64, endingAt end: Moment) {
        chance = SplitMix(seed: seed)
        lastID = Int64(seed + 1) << 32
        start = end.milliseconds - 400 * Self.day
        for card in cards { addEvents(of: card) }
        // Most arrive as they happen, some much later.
        let arrivals = events.indices.map { place in
            events[place].moment.milliseconds + (below(4) == 0 ? Int64(below(300)) * Self.day : 0)
        }
        let order = events.indices.sorted {
            (arrivals[$0], events[$0].id) < (arrivals[$1], events[$1].id)
        }
        events = order.map { events[$0] }
    }

    private static let day: Int64 = 86_400_000

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &chance) }

    private mutating func addEvents(of card: CardID) {
        // The events that each device knows about the card so far.
        var known = [[Event]](repeating: [], count: 2)
        var moment = start + Int64(below(50)) * Self.day
        for _ in 0..<(2 + below(14)) {
            // Occasionally two events happen at the same moment.
            moment += Int64(below(3) == 0 ? below(2) * 300_000 : below(20) * 86_400_000)
            let device = below(2)
            if below(3) == 0 { known[device] = known[0] + known[1] }
            let event = event(of: card, at: moment, knowing: known[device])
            known[device].append(event)
            events.append(event)
        }
    }

    private mutating func event(of card: CardID, at moment: Int64, knowing: [Event]) -> Event {
        lastID += Int64(1 + below(100))
        let offset = below(3) * 60
        return Event(
            id: EventID(rawValue: lastID),
            note: card.note,
            face: card.face,
            kind: kind(of: card, at: moment, offset: offset, knowing: knowing),
            moment: Moment(milliseconds: moment),
            offset: offset,
            duration: below(60_000),
            mode: Mode.allCases[1 + below(4)]
        )
    }

    private mutating func kind(
        of card: CardID,
        at moment: Int64,
        offset: Int,
        knowing: [Event]
    ) -> Event.Kind {
        let grade = Grade.allCases[[0, 1, 2, 2, 2, 3][below(6)]]
        switch below(16) {
        case 0: return .practice(grade)
        case 1: return .setState(.reset)
        case 2: return .setState(.redated(Moment(milliseconds: moment + 5 * Self.day)))
        case 3, 4, 5:
            guard let target = knowing.last(where: { !$0.isRetraction }) else { fallthrough }
            return .retraction(of: target.id)
        default:
            let state = CardHistory(knowing.cardEvents, scheduler: scheduler, seed: card.seed).state
            let review = Scheduler.Review(moment: moment, offset: offset, seed: card.seed)
            let next = scheduler.answer(grade, to: state, at: review)
            // As if load balancing had moved it by a day.
            let due = next.due.map { Moment(milliseconds: $0 + Int64(below(2)) * Self.day) }
            return .review(grade, due: below(5) == 0 ? nil : due, reviews: state.reviews)
        }
    }
}

extension [Event] {
    /// The events in the form that the engine reads.
    var cardEvents: [CardEvent] {
        map {
            CardEvent(
                id: $0.id.rawValue,
                moment: $0.moment.milliseconds,
                offset: $0.offset,
                kind: $0.kind.meaning
            )
        }
    }
}

extension Event {
    fileprivate var isRetraction: Bool {
        if case .retraction = kind { return true }
        return false
    }
}
