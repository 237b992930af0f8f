import Languages

/// Parts of a page, written one after the other.
struct Fragment: HTML {
    private let pieces: [any HTML]

    init(_ pieces: [any HTML] = []) { self.pieces = pieces }

    func write(to page: inout HTMLWriter) {
        for piece in pieces { piece.write(to: &page) }
    }
}

/// Lists the parts of a page one below the other, with `if`, `if let` and `switch` between them; `Each` repeats.
///
/// Every block has the same type, because generic types that nest like the parts make the compiler specialise a
/// function for every block of every page, which took most of this module's build time.
@resultBuilder
enum HTMLBuilder {
    /// A literal is a phrase, shown in the interface language.
    static func buildExpression(_ phrase: Phrase) -> any HTML { phrase }
    /// Anything else, such as a learner's text, is written as it is.
    @_disfavoredOverload
    static func buildExpression(_ piece: some HTML) -> any HTML { piece }
    static func buildBlock(_ pieces: any HTML...) -> Fragment { Fragment(pieces) }
    static func buildOptional(_ fragment: Fragment?) -> Fragment { fragment ?? Fragment() }
    static func buildEither(first: Fragment) -> Fragment { first }
    static func buildEither(second: Fragment) -> Fragment { second }
}
