package import Languages

/// What in a query could not be taken as it stands, where, and in plain words what to do.
package struct SearchMistake: Hashable, Sendable {
    /// Where it stands, in UTF-16 units of the query, as browsers count.
    package var range: Range<Int>
    /// One sentence for the learner.
    package var message: Phrase

    /// Puts a mistake together.
    package init(range: Range<Int>, message: Phrase) {
        self.range = range
        self.message = message
    }
}
