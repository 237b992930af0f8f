/// A question to the library's notes, as a learner types it.
///
/// A note is found if one of its cards is all that the query asks; a note that was never asked counts as one new card.
/// Everything can be read: what makes no sense is left out and explained, and the rest still searches.
package struct SearchQuery: Hashable, Sendable {
    /// What is asked; nil asks for every note.
    package let expression: SearchExpression?
    /// Where each term stands, from left to right, in UTF-16 units of the text.
    package let places: [Range<Int>]
    /// What could not be taken as it stands.
    package let mistakes: [SearchMistake]

    /// The most UTF-16 units that are read.
    package static let maximumLength = 2_000
    /// The most terms that are read.
    package static let maximumTerms = 100
    /// How deep brackets and minus signs may nest.
    package static let maximumDepth = 20

    /// A query that asks for exactly this.
    package init(_ expression: SearchExpression?) {
        self.expression = expression
        places = expression?.terms.map { _ in 0..<0 } ?? []
        mistakes = []
    }

    /// Reads a query, whatever it is.
    package init(_ text: String) {
        var parser = SearchParser(text)
        let found = parser.query()
        expression = found.map(\.expression)
        places = found?.places ?? []
        mistakes = parser.mistakes.sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
    }

    /// The place of the word that is still being typed, among the terms: the last one that is plain and not excluded.
    ///
    /// It is taken for the beginning of a word.
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
