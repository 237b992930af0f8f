package import Languages

/// A part of a query that was ignored or reinterpreted, with an explanation.
package struct SearchMistake: Hashable, Sendable {
    /// In UTF-16 units of the query, as browsers count.
    package var range: Range<Int>
    /// One sentence for the learner.
    package var message: Phrase

    package init(range: Range<Int>, message: Phrase) {
        self.range = range
        self.message = message
    }
}
