internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// Decides whether a card matches a search, as Anki would.
struct AnkiMatcher {
    let decks: [DeckID: String]
    let deckNumbers: [DeckID: Int64]
    let typeNumbers: [NoteTypeID: Int64]
    let cardNumbers: [Int64: CardID]
    let noteNumbers: [Int64: NoteID]
    let day: SearchDay
    /// The cards that were answered since some moments, by the term that asks for them.
    var answered: [AnkiQuery.Term: Set<CardID>] = [:]

    /// A note with what texts are compared with, which is computed once for all its cards.
    struct Subject {
        let note: ConnectedNote
        let fields: [(name: String, html: String)]
        /// All fields as Anki stores them, so that a wildcard reaches from one to the next.
        let text: String

        init(_ note: ConnectedNote) {
            self.note = note
            fields = note.fields
            text = fields.map(\.html).joined(separator: "\u{1F}")
        }
    }

    func matches(_ query: AnkiQuery, _ card: ConnectedCard, of subject: Subject) -> Bool {
        switch query {
        case .everything: true
        case .not(let inner): !matches(inner, card, of: subject)
        case .all(let parts): parts.allSatisfy { matches($0, card, of: subject) }
        case .any(let parts): parts.contains { matches($0, card, of: subject) }
        case .term(let term): matches(term, card, of: subject)
        }
    }

    private func matches(
        _ term: AnkiQuery.Term,
        _ card: ConnectedCard,
        of subject: Subject
    ) -> Bool {
        let note = subject.note.note
        switch term {
        case .text(let pattern):
            return pattern.matches(subject.text)
                || subject.fields.first.map { pattern.matches($0.html.withoutMarkup) } == true
        case .textWithoutCombining(let pattern):
            return pattern.matches(subject.text.withoutCombining)
        case .words(let pattern):
            return pattern.matchesWords(in: subject.text)
        case .field(let name, let pattern):
            return subject.fields.contains {
                name.matches(name: $0.name) && pattern.matches($0.html)
            }
        case .deck(let pattern):
            guard let deck = decks[card.deck] else { return false }
            return Self.matches(pattern, nested: deck)
        case .noteType(let pattern): return pattern.matches(name: subject.note.type.name)
        case .tag(let pattern):
            return note.tags.contains { Self.matches(pattern, nested: $0.text) }
        case .untagged: return note.tags.isEmpty
        case .ord(let ord): return card.ord == ord
        case .template(let pattern):
            let templates = subject.note.type.templates
            if case .cloze = subject.note.type.cards {
                return templates.contains { pattern.matches(name: $0.name) }
            }
            return templates.indices.contains(card.ord)
                && pattern.matches(name: templates[card.ord].name)
        case .noteNumbers(let numbers):
            return numbers.contains { noteNumbers[$0] == note.id }
        case .cardNumbers(let numbers):
            return numbers.contains { cardNumbers[$0] == card.id }
        case .deckNumber(let number): return deckNumbers[card.deck] == number
        case .typeNumber(let number): return typeNumbers[note.type] == number
        case .state(let state): return has(state, card)
        case .flag(let flag): return card.marks.flag == flag
        case .added(let days): return note.made.milliseconds >= day.start(in: 1 - days)
        case .edited(let days): return note.changed.milliseconds >= day.start(in: 1 - days)
        case .introduced, .rated: return answered[term]?.contains(card.id) ?? false
        case .property(let property, let comparison, let number):
            return has(property, card).map { comparison.holds($0, number) } ?? false
        case .duplicate(let type, let text):
            guard typeNumbers[note.type] == type, let first = subject.fields.first else {
                return false
            }
            return first.html.withoutMarkup.composed == text.withoutMarkup.composed
        }
    }

    private func has(_ state: AnkiQuery.State, _ card: ConnectedCard) -> Bool {
        switch state {
        case .new: card.state.stage == .new
        case .learn: card.state.isLearning
        case .review: card.state.stage == .review || card.state.isRelearning
        case .suspended: card.marks.isSuspended
        case .buried: isBuried(card) && !card.marks.isSuspended
        case .buriedByHand: isBuried(card) && card.marks.burial == .byLearner
        case .buriedBySibling: isBuried(card) && card.marks.burial == .bySibling
        case .due:
            if card.marks.isSuspended || isBuried(card) {
                false
            } else {
                card.state.due.map { due in
                    card.state.stage == .review
                        ? due < day.start(in: 1)
                        : due <= day.now.milliseconds + DealingDay.stepWindow
                } ?? false
            }
        }
    }

    private func isBuried(_ card: ConnectedCard) -> Bool {
        card.marks.burial != nil && !isOver(card.marks.buriedUntil)
    }

    private func isOver(_ moment: Moment?) -> Bool {
        moment.map { $0.milliseconds <= day.now.milliseconds } ?? false
    }

    /// A number of a card; nil for a card that has none.
    private func has(_ property: AnkiQuery.Property, _ card: ConnectedCard) -> Double? {
        switch property {
        case .due:
            guard card.state.stage != .new, let due = card.state.due, !card.marks.isSuspended,
                !isBuried(card)
            else { return nil }
            let days = day.boundary.day(of: due, offset: day.offset) - day.today
            // Of a step Anki counts whole days from the end of this one, in both directions.
            return Double(card.state.stage != .review && days > 0 ? days - 1 : days)
        case .ivl: return Double(card.state.interval)
        case .reps: return Double(card.state.reviews)
        case .lapses: return Double(card.state.lapses)
        case .ease: return card.state.stage == .new ? 0 : 2.5
        case .pos: return card.state.stage == .new ? Double(card.position ?? 0) : nil
        case .stability: return card.state.memory?.stability
        case .difficulty: return card.state.memory.map { ($0.difficulty - 1) / 9 }
        }
    }

    /// Whether a name or one of those around it matches.
    private static func matches(_ pattern: AnkiPattern, nested name: String) -> Bool {
        pattern.matches(name: name[...])
            || name.containingNames.contains { pattern.matches(name: $0) }
    }
}

extension CardState {
    fileprivate var isLearning: Bool {
        switch stage {
        case .learning, .relearning: true
        case .new, .review: false
        }
    }

    fileprivate var isRelearning: Bool {
        if case .relearning = stage { true } else { false }
    }
}
