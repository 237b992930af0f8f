/// Terms, and how they hang together.
package indirect enum SearchExpression: Hashable, Sendable {
    /// One term.
    case term(SearchTerm)
    /// What the other is not.
    case not(SearchExpression)
    /// All of them; two at least.
    case all([SearchExpression])
    /// Any of them; two at least.
    case any([SearchExpression])

    /// The terms, from left to right.
    package var terms: [SearchTerm] {
        switch self {
        case .term(let term): [term]
        case .not(let inner): inner.terms
        case .all(let parts), .any(let parts): parts.flatMap(\.terms)
        }
    }
}
