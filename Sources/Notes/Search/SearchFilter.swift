/// A control that narrows a list by writing a term into the query.
package enum SearchFilter: CaseIterable, Hashable, Sendable {
    case deck, tag, wordType, state

    /// Whether a term is one that the control writes.
    private func writes(_ term: SearchTerm) -> Bool {
        switch (self, term) {
        case (.deck, .deck), (.tag, .tag), (.tag, .untagged), (.wordType, .wordType),
            (.state, .state):
            true
        default: false
        }
    }

    /// The term that the control shows for a query: the first of its kind that every result has to match.
    package func chosen(in query: SearchQuery) -> SearchTerm? { occurrence(in: query)?.term }

    /// Replaces the control's term in the text of a query, which was parsed before; nil removes it.
    package func choice(in text: String, _ query: SearchQuery) -> (SearchTerm?) -> String {
        let rest = text.trimmed
        guard let (range, _) = occurrence(in: query) else {
            let isAny = if case .any? = query.expression { true } else { false }
            return { term in
                guard let term else { return text }
                if rest.isEmpty { return term.description }
                // The learner may continue to type an unfinished word at the end.
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

    private func occurrence(in query: SearchQuery) -> (range: Range<Int>, term: SearchTerm)? {
        let parts: [SearchExpression] =
            switch query.expression {
            case .all(let parts): parts
            case let single?: [single]
            case nil: []
            }
        var index = 0
        for part in parts {
            if case .term(let term) = part, writes(term) { return (query.ranges[index], term) }
            index += part.terms.count
        }
        return nil
    }
}
