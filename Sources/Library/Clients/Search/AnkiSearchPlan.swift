internal import Notes

/// What to read for a search: conditions that every match meets, so that few notes have to be looked at closely.
struct AnkiSearchPlan {
    /// Nil where any note may match.
    var expression: SearchExpression?
    /// The only notes that can match; nil for any.
    var notes: Set<NoteID>?
    /// Texts that the stored fields of every match contain.
    var texts: [String] = []
    /// Whether every note that meets these conditions matches, and with all its cards.
    var isExact = true

    init(_ query: AnkiQuery, _ names: Names) {
        switch query {
        case .everything: break
        case .term(let term): self = Self.plan(of: term, names)
        case .not(let inner):
            let plan = AnkiSearchPlan(inner, names)
            if plan.isExact, plan.notes == nil, plan.texts.isEmpty,
                let expression = plan.expression
            {
                self.expression = .not(expression)
            } else {
                isExact = false
            }
        case .all(let parts):
            var expressions: [SearchExpression] = []
            for plan in parts.map({ AnkiSearchPlan($0, names) }) {
                if let expression = plan.expression { expressions.append(expression) }
                if let notes = plan.notes { self.notes = self.notes?.intersection(notes) ?? notes }
                texts += plan.texts
                isExact = isExact && plan.isExact
            }
            expression =
                expressions.count < 2 ? expressions.first : .all(expressions)
        case .any(let parts):
            let plans = parts.map { AnkiSearchPlan($0, names) }
            let expressions = plans.compactMap(\.expression)
            isExact = plans.allSatisfy { $0.isExact && $0.notes == nil && $0.texts.isEmpty }
            if expressions.count == plans.count {
                expression = .any(expressions)
            } else if plans.allSatisfy({ $0.notes != nil }) {
                notes = plans.reduce(into: []) { $0.formUnion($1.notes ?? []) }
                isExact = plans.allSatisfy { $0.isExact && $0.expression == nil }
            } else {
                isExact = false
            }
        }
    }

    private init(_ term: SearchTerm?, isExact: Bool) {
        expression = term.map { .term($0) }
        self.isExact = isExact
    }

    /// What the numbers in a query stand for.
    struct Names {
        var notes: [Int64: NoteID] = [:]
        var cards: [Int64: CardID] = [:]
        /// Whether every card is in the deck of its note.
        var areCardsAtHome = false
    }

    private static func plan(of term: AnkiQuery.Term, _ names: Names) -> AnkiSearchPlan {
        switch term {
        case .text(let pattern): return containing(pattern)
        case .field(_, let pattern):
            guard let text = pattern.literal, isPlain(text), let words = SearchPattern(text: text)
            else { return AnkiSearchPlan(nil, isExact: false) }
            return AnkiSearchPlan(.text(SearchText(words, isQuoted: true)), isExact: false)
        case .tag(let pattern):
            return AnkiSearchPlan(pattern.search.map { .tag($0) }, isExact: pattern.isSimple)
        case .untagged: return AnkiSearchPlan(.untagged, isExact: true)
        case .deck(let pattern):
            // Cards of one note can be in different decks.
            return AnkiSearchPlan(
                pattern.search.map { .deck($0) },
                isExact: names.areCardsAtHome && pattern.isSimple
            )
        case .noteType(let pattern):
            return AnkiSearchPlan(pattern.search.map { .noteType($0) }, isExact: pattern.isSimple)
        case .noteNumbers(let numbers):
            var plan = AnkiSearchPlan(nil, isExact: true)
            plan.notes = Set(numbers.compactMap { names.notes[$0] })
            return plan
        case .cardNumbers(let numbers):
            var plan = AnkiSearchPlan(nil, isExact: false)
            plan.notes = Set(numbers.compactMap { names.cards[$0]?.note })
            return plan
        case .added(let days): return AnkiSearchPlan(.added(days: days), isExact: true)
        case .state(.new): return AnkiSearchPlan(.state(.new), isExact: false)
        case .state(.learn): return AnkiSearchPlan(.state(.learn), isExact: false)
        case .state(.review): return AnkiSearchPlan(.state(.review), isExact: false)
        case .flag(let flag) where flag > 0: return AnkiSearchPlan(.flag(flag), isExact: false)
        case .property(.due, let comparison, let number):
            // In Anki steps have a due day too.
            var plan = AnkiSearchPlan(nil, isExact: false)
            plan.expression = .any([
                .term(.property(.due, comparison, number)), .term(.state(.learn)),
            ])
            return plan
        case .rated(let days, _):
            return AnkiSearchPlan(.rated(days: days, nil), isExact: false)
        default: return AnkiSearchPlan(nil, isExact: false)
        }
    }

    private static func containing(_ pattern: AnkiPattern) -> AnkiSearchPlan {
        var plan = AnkiSearchPlan(nil, isExact: false)
        // The longest part without wildcards, if HTML and JSON write its characters as they are.
        var runs: [String.UnicodeScalarView] = [.init()]
        for part in pattern.parts {
            if case .character(let scalar) = part,
                scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            {
                runs[runs.count - 1].append(scalar)
            } else {
                runs.append(.init())
            }
        }
        if let longest = runs.max(by: { $0.count < $1.count }), !longest.isEmpty {
            plan.texts = [String(longest)]
        }
        return plan
    }

    /// Whether a text consists of words and spaces, which are stored as they are.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count <= 200 && text.contains(where: { $0.isLetter || $0.isNumber })
            && text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == " "
            }
    }
}

extension AnkiPattern {
    /// As a pattern of our own, which matches at least the same; nil if none does.
    fileprivate var search: SearchPattern? {
        SearchPattern(
            parts.map { part in
                switch part {
                case .character(let scalar): .text(String(Character(scalar)))
                case .one, .anything: .anything
                }
            }
        )
    }

    /// Whether `search` matches exactly the same.
    fileprivate var isSimple: Bool { !parts.contains(.one) && !parts.isEmpty }
}
