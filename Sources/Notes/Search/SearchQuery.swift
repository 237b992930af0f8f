/// A parsed query for notes.
///
/// A note matches if one of its cards meets all conditions; a note without rows of cards counts as one new card. Any text is
/// a valid query: parts that make no sense are ignored and explained.
package struct SearchQuery: Hashable, Sendable {
    /// Nil matches every note.
    package let expression: SearchExpression?
    /// The range of each term, from left to right, in UTF-16 units of the text.
    package let ranges: [Range<Int>]
    package let mistakes: [SearchMistake]

    /// In UTF-16 units; the rest is ignored.
    package static let maximumLength = 2_000
    package static let maximumTerms = 100
    /// For brackets and minus signs.
    package static let maximumDepth = 20

    package init(_ expression: SearchExpression?) {
        self.expression = expression
        ranges = expression?.terms.map { _ in 0..<0 } ?? []
        mistakes = []
    }

    package init(_ text: String) {
        var parser = SearchParser(text)
        let parsed = parser.query()
        expression = parsed.map(\.expression)
        ranges = parsed?.ranges ?? []
        mistakes = parser.mistakes.sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
    }

    /// The index of the term that may still be being typed: the last word that is neither quoted nor excluded.
    ///
    /// It matches prefixes.
    package var unfinishedTerm: Int? {
        var index = -1
        var last: Int?
        func visit(_ expression: SearchExpression, isExcluded: Bool) {
            switch expression {
            case .term(.text(let text)):
                index += 1
                if !text.isQuoted { last = isExcluded ? nil : index }
            case .term: index += 1
            case .not(let inner): visit(inner, isExcluded: !isExcluded)
            case .all(let parts), .any(let parts):
                for part in parts { visit(part, isExcluded: isExcluded) }
            }
        }
        if let expression { visit(expression, isExcluded: false) }
        return last
    }
}
