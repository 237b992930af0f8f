/// What a list can be narrowed by with a control, which writes a term into the query.
public enum SearchFilter: CaseIterable, Hashable, Sendable {
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
    public func chosen(in query: SearchQuery) -> SearchTerm? { place(in: query)?.term }

    /// The text of a query with another term in the place of the control's; nil takes it away.
    public func text(_ text: String, choosing term: SearchTerm?) -> String {
        let query = SearchQuery(text)
        var units = Array(text.utf16)
        guard let (range, _) = place(in: query) else {
            guard let term else { return text }
            let rest = text.trimmed
            guard !rest.isEmpty else { return term.description }
            if case .any? = query.expression { return "(\(rest)) \(term)" }
            // What is typed on goes on with the word that is not finished.
            return "\(term) \(rest)"
        }
        units.replaceSubrange(range, with: Array((term?.description ?? "").utf16))
        let changed = String(decoding: units, as: UTF16.self)
        guard term == nil else { return changed }
        let before = String(decoding: units[..<range.lowerBound], as: UTF16.self).trimmed
        let after = String(decoding: units[range.lowerBound...], as: UTF16.self).trimmed
        return [before, after].filter { !$0.isEmpty }.joined(separator: " ")
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
