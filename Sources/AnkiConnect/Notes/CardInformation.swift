internal import Library
internal import LibraryValues
internal import Notes
internal import Recall

extension ConnectCall {
    func connectedCards(
        _ ids: [CardID?]
    ) throws -> [CardID: (card: ConnectedCard, note: ConnectedNote)] {
        let wanted = Set(ids.compactMap(\.self))
        let notes = try library.connectedNotes(Set(wanted.map(\.note)).sorted())
        var cards: [CardID: (card: ConnectedCard, note: ConnectedNote)] = [:]
        for note in notes {
            for card in note.cards where wanted.contains(card.id) { cards[card.id] = (card, note) }
        }
        return cards
    }

    /// The objects of `cardsInfo` for cards in their order; empty ones for those that do not exist.
    func information(ofCards ids: [CardID?], _ numbers: [Int64]) throws -> ConnectValue {
        let known = try connectedCards(ids)
        let noteNumbers = try library.numbers(ofNotes: Array(Set(known.keys.map(\.note))))
        let names = Dictionary(
            try library.decks().map { ($0.id, $0.name) },
            uniquingKeysWith: { first, _ in first }
        )
        let outcomes = try library.outcomes(
            of: known.values.map(\.card),
            timeZoneOffset: offset
        )
        let clock = try AnkiDays(self)
        var makers: [NoteTypeID: CardGenerator] = [:]
        var rendered: [CardID: ConnectValue] = [:]
        return try list(zip(ids, numbers)) { id, number in
            guard let id, let (card, note) = known[id] else { return [:] }
            if let value = rendered[id] { return value }
            let maker = makers[note.type.id] ?? CardGenerator(note.type)
            makers[note.type.id] = maker
            let sides = Self.sides(of: card, note, maker, in: names[card.deck])
            let value: ConnectValue = [
                "cardId": .integer(number),
                "fields": Self.fields(of: note),
                "fieldOrder": .integer(Int64(card.ord)),
                "question": .string(sides.front),
                "answer": .string(sides.back),
                "modelName": .string(note.type.name),
                "ord": .integer(Int64(card.ord)),
                "deckName": .string(names[card.deck]?.text ?? ""),
                "css": .string(note.type.css),
                "factor": .integer(card.factor),
                "interval": .integer(Int64(card.state.interval)),
                "note": .integer(noteNumbers[id.note] ?? 0),
                "type": .integer(card.ankiType),
                "queue": .integer(clock.queue(of: card)),
                "due": .integer(clock.due(of: card)),
                "reps": .integer(Int64(card.state.reviews)),
                "lapses": .integer(Int64(card.state.lapses)),
                "left": 0,
                "mod": .integer(card.modified(note) / 1_000),
                "nextReviews": .list(
                    (outcomes[id] ?? []).map { .string(clock.text(until: $0)) }
                ),
                "flags": .integer(Int64(card.marks.flag)),
            ]
            rendered[id] = value
            return value
        }
    }

    /// Both sides as HTML with the style sheet, as Anki renders them.
    private static func sides(
        of card: ConnectedCard,
        _ note: ConnectedNote,
        _ maker: CardGenerator,
        in deck: DeckName?
    ) -> (front: String, back: String) {
        let style = note.type.css.isEmpty ? "" : "<style>\(note.type.css)</style>"
        if note.type.usesHTML,
            let sides = maker.markup(
                of: note.note,
                face: card.id.face,
                in: deck,
                marksGaps: true
            )
        {
            return (style + sides.front, style + sides.back)
        }
        guard let sides = maker.sides(of: note.note, face: card.id.face, in: deck) else {
            return (style, style)
        }
        let front = AnkiMarkup.html(of: sides.front.text)
        let back = AnkiMarkup.html(of: sides.back.text)
        return (style + front, "\(style)\(front)\n\n<hr id=answer>\n\n\(back)")
    }
}

extension ConnectedCard {
    /// 0 new, 1 learning, 2 review, 3 relearning.
    var ankiType: Int64 {
        switch state.stage {
        case .new: 0
        case .learning: 1
        case .review: 2
        case .relearning: 3
        }
    }

    /// Anki's ease, which schedules nothing here.
    var factor: Int64 { state.stage == .new ? 0 : 2_500 }

    /// When it or its note was last changed, in milliseconds.
    func modified(_ note: ConnectedNote) -> Int64 {
        max(note.note.changed.milliseconds, state.lastReview ?? 0)
    }
}

/// Anki's numbers of days, counted from the day on which the library was made.
struct AnkiDays {
    private let boundary: DayBoundary
    private let offset: Int
    private let first: Int
    private let moment: Moment

    init(_ call: ConnectCall) throws {
        boundary = DayBoundary(rollover: try call.library.settings().rollover)
        offset = call.offset
        moment = call.service.dependencies.now()
        first = boundary.day(of: try call.library.firstMoment().milliseconds, offset: offset)
    }

    var today: Int { boundary.day(of: moment.milliseconds, offset: offset) }

    /// Whether a card is due: a new one always, one at a step within twenty minutes, any other all day, unless it is suspended
    /// or buried.
    func isDue(_ card: ConnectedCard) -> Bool {
        guard card.state.stage != .new, let due = card.state.due else { return true }
        guard queue(of: card) >= 0 else { return false }
        switch card.state.stage {
        case .new: return true
        case .learning, .relearning: return due <= moment.milliseconds + 20 * 60_000
        case .review: return boundary.day(of: due, offset: offset) <= today
        }
    }

    func queue(of card: ConnectedCard) -> Int64 {
        if card.marks.isSuspended { return -1 }
        if let until = card.marks.buriedUntil, card.marks.burial != nil,
            until.milliseconds > moment.milliseconds
        {
            return card.marks.burial == .byLearner ? -3 : -2
        }
        return card.ankiType == 3 ? 1 : card.ankiType
    }

    /// A position for a new card, seconds since 1970 at a step, and else the number of a day.
    func due(of card: ConnectedCard) -> Int64 {
        switch card.state.stage {
        case .new: return Int64(max(card.position ?? 0, 0))
        case .learning, .relearning: return max(card.state.due ?? 0, 0) / 1_000
        case .review:
            let day = card.state.due.map { boundary.day(of: $0, offset: offset) } ?? today
            return Int64(max(day - first, 0))
        }
    }

    /// What a button says, in Anki's short form: `<1m`, `10m`, `3d`.
    func text(until state: CardState) -> String {
        switch state.delay(after: moment.milliseconds) {
        case nil: return ""
        case .days(let days)?:
            if days < 30 { return "\(days)d" }
            let unit = days < 365 ? 30.0 : 365.0
            let value = (Double(days) / unit * 10).rounded() / 10
            let text = value == value.rounded() ? "\(Int(value))" : "\(value)"
            return text + (days < 365 ? "mo" : "y")
        case .seconds(let seconds)?:
            if seconds < 60 { return "<1m" }
            if seconds < 3_600 { return "\((seconds + 30) / 60)m" }
            return seconds < 86_400 ? "\((seconds + 1_800) / 3_600)h" : "\(seconds / 86_400)d"
        }
    }
}
