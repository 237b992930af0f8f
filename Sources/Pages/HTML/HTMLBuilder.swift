import Languages

/// Pieces of a page, one after the other.
struct Fragment: HTML {
    private let pieces: [any HTML]

    init(_ pieces: [any HTML] = []) { self.pieces = pieces }

    func write(to page: inout HTMLWriter) {
        for piece in pieces { piece.write(to: &page) }
    }
}

/// Lets pieces of a page be listed one below the other, with `if`, `if let` and `switch` between them.
///
/// Every block has the same type, however its pieces nest: types that nested with the pieces made the compiler write
/// a function of its own for every block of every page, which took most of the time that this module took to build.
/// For repetition there is `Each`.
@resultBuilder
enum HTMLBuilder {
    /// A literal is a phrase, shown in the reader's language.
    static func buildExpression(_ phrase: Phrase) -> any HTML { phrase }
    /// Anything else is written as it is, a learner's text above all.
    @_disfavoredOverload
    static func buildExpression(_ piece: some HTML) -> any HTML { piece }
    static func buildBlock(_ pieces: any HTML...) -> Fragment { Fragment(pieces) }
    static func buildOptional(_ fragment: Fragment?) -> Fragment { fragment ?? Fragment() }
    static func buildEither(first: Fragment) -> Fragment { first }
    static func buildEither(second: Fragment) -> Fragment { second }
}
