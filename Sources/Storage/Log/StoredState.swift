internal import JSON
internal import Notes
internal import Recall

struct StoredState: Codable {
    private enum Kind: String, Codable {
        case imported, reset, redated
    }

    private var kind: Kind
    private var card: CardState?
    private var due: Moment?

    init(_ state: Event.SetState) {
        switch state {
        case .imported(let card):
            kind = .imported
            self.card = card
        case .reset:
            kind = .reset
        case .redated(let due):
            kind = .redated
            self.due = due
        }
    }

    /// Parses a state, with `JSONDecoder` if the format differs from that of `json`.
    static func read(_ json: UnsafeRawBufferPointer) throws -> StoredState {
        if let state = StoredState(written: json) { return state }
        return try StoredJSON.read(json, as: StoredState.self, in: ("event", "state"))
    }

    /// The state; nil if a member is missing.
    var state: Event.SetState? {
        switch kind {
        case .imported: card.map { .imported($0) }
        case .reset: .reset
        case .redated: due.map { .redated($0) }
        }
    }

    /// The same text as `JSONEncoder` writes with sorted keys, without its cost, because an import writes one for each card.
    var json: String {
        var json = JSONWriter(capacity: 240)
        json.object {
            if let card { $0.set("card") { card.write(to: &$0) } }
            $0.set("due", due?.milliseconds)
            $0.set("kind", kind.rawValue)
        }
        return json.text
    }

    /// Parses what `json` writes; nil if `JSONDecoder` has to parse it.
    private init?(written json: UnsafeRawBufferPointer) {
        var reader = JSONReader(json)
        var kind: Kind?
        var card: CardState?
        var due: Moment?
        do throws(JSONError) {
            try reader.forEachMember { name, reader throws(JSONError) in
                switch name {
                case "card": card = try CardState(&reader)
                case "due": due = Moment(milliseconds: try reader.integer())
                case "kind": kind = Kind(rawValue: try reader.string())
                default: throw reader.error(.missingValue)
                }
            }
        } catch {
            return nil
        }
        guard let kind, reader.isAtEnd else { return nil }
        (self.kind, self.card, self.due) = (kind, card, due)
    }
}

extension CardState {
    fileprivate func write(to json: inout JSONWriter) {
        let (name, step): (String, Int?) =
            switch stage {
            case .new: ("new", nil)
            case .learning(let step): ("learning", step)
            case .review: ("review", nil)
            case .relearning(let step): ("relearning", step)
            }
        json.set("difficulty", memory?.difficulty)
        json.set("due", due)
        json.set("interval", Int64(clamping: interval))
        json.set("lapses", Int64(clamping: lapses))
        json.set("lastDay", lastDay.map { Int64(clamping: $0) })
        json.set("lastReview", lastReview)
        json.set("reviews", Int64(clamping: reviews))
        json.set("stability", memory?.stability)
        json.set("stage", name)
        json.set("step", step.map { Int64(clamping: $0) })
    }

    fileprivate init(_ reader: inout JSONReader) throws(JSONError) {
        var stability, difficulty: Double?
        var due, interval, reviews, lapses, lastReview, lastDay, step: Int64?
        var name = ""
        try reader.forEachMember { member, reader throws(JSONError) in
            switch member {
            case "difficulty": difficulty = try reader.double()
            case "due": due = try reader.integer()
            case "interval": interval = try reader.integer()
            case "lapses": lapses = try reader.integer()
            case "lastDay": lastDay = try reader.integer()
            case "lastReview": lastReview = try reader.integer()
            case "reviews": reviews = try reader.integer()
            case "stability": stability = try reader.double()
            case "stage": name = try reader.string()
            case "step": step = try reader.integer()
            default: throw reader.error(.missingValue)
            }
        }
        guard let interval, let reviews, let lapses, (stability == nil) == (difficulty == nil)
        else { throw reader.error(.missingValue) }
        let stage: Stage
        switch (name, step.map { Int(clamping: $0) }) {
        case ("new", nil): stage = .new
        case ("learning", let step?): stage = .learning(step: step)
        case ("review", nil): stage = .review
        case ("relearning", let step?): stage = .relearning(step: step)
        default: throw reader.error(.missingValue)
        }
        var memory: Memory?
        if let stability, let difficulty {
            memory = Memory(stability: stability, difficulty: difficulty)
        }
        self.init(
            stage: stage,
            memory: memory,
            due: due,
            interval: Int(clamping: interval),
            reviews: Int(clamping: reviews),
            lapses: Int(clamping: lapses),
            lastReview: lastReview,
            lastDay: lastDay.map { Int(clamping: $0) }
        )
    }
}
