/// What a list can be narrowed by with a control, which writes a term into the query.
package enum SearchFilter: CaseIterable, Hashable, Sendable {
    case deck, tag, wordType, state

    /// Whether a term is one that the control writes.
    private func takes(_ term: SearchTerm) -> Bool {
        switch (self, term) {
        case (.deck, .deck), (.tag, .tag), (.tag, .untagged), (.wordType, .wordType),
            (.state, .state):
            true
        default: false
        }
    }

    /// The term that stands for the control in a query: the first of its kind that every note found has to fulfil.
    package func chosen(in query: SearchQuery) -> SearchTerm? { place(in: query)?.term }

    /// The text of a query with another term in the place of the control's; nil takes it away.
    package func text(_ text: String, choosing term: SearchTerm?) -> String {
        choice(in: text, SearchQuery(text))(term)
    }

    /// The same for many terms of one query, which is read once.
    package func choice(in text: String, _ query: SearchQuery) -> (SearchTerm?) -> String {
        let rest = text.trimmed
        guard let (range, _) = place(in: query) else {
            let isAny = if case .any? = query.expression { true } else { false }
            return { term in
                guard let term else { return text }
                if rest.isEmpty { return term.description }
                // What is typed on goes on with the word that is not finished.
                return isAny ? "(\(rest)) \(term)" : "\(term) \(rest)"
            }
        }
        let units = Array(text.utf16)
        let before = String(decoding: units[..<range.lowerBound], as: UTF16.self)
        let after = String(decoding: units[range.upperBound...], as: UTF16.self)
        return { term in
            if let term { return before + term.description + after }
            return [before.trimmed, after.trimmed].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    private func place(in query: SearchQuery) -> (range: Range<Int>, term: SearchTerm)? {
        let parts: [SearchExpression] =
            switch query.expression {
            case .all(let parts): parts
            case let single?: [single]
            case nil: []
            }
        var index = 0
        for part in parts {
            if case .term(let term) = part, takes(term) { return (query.places[index], term) }
            index += part.terms.count
        }
        return nil
    }
}
