/// The syntax tree of a query.
package indirect enum SearchExpression: Hashable, Sendable {
    case term(SearchTerm)
    case not(SearchExpression)
    /// All of at least two.
    case all([SearchExpression])
    /// Any of at least two.
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
