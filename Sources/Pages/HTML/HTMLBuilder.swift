import Languages

/// Lets pieces of a page be listed one below the other, with `if`, `if let` and `switch` between them.
///
/// Pieces are chained two by two rather than kept in a pack, because the compiler then makes one plain function of a
/// whole page. For repetition there is `Each`.
@resultBuilder
enum HTMLBuilder {
    static func buildBlock() -> Nothing { Nothing() }
    /// Words in the source code are a phrase, said in the reader's language.
    static func buildExpression(_ phrase: Phrase) -> Phrase { phrase }
    /// Whatever else is written stays as it is, a learner's text above all.
    @_disfavoredOverload
    static func buildExpression<Piece: HTML>(_ piece: Piece) -> Piece { piece }
    static func buildPartialBlock<First: HTML>(first: First) -> First { first }
    static func buildPartialBlock<First: HTML, Second: HTML>(
        accumulated: First,
        next: Second
    ) -> Chain<First, Second> {
        Chain(first: accumulated, second: next)
    }
    static func buildOptional<Piece: HTML>(_ piece: Piece?) -> Piece? { piece }
    static func buildEither<First: HTML, Second: HTML>(first: First) -> Either<First, Second> {
        .first(first)
    }
    static func buildEither<First: HTML, Second: HTML>(second: Second) -> Either<First, Second> {
        .second(second)
    }
}

/// Two pieces written one after the other.
struct Chain<First: HTML, Second: HTML>: HTML {
    fileprivate let first: First
    fileprivate let second: Second

    func write(to page: inout HTMLWriter) {
        first.write(to: &page)
        second.write(to: &page)
    }
}

/// What one of two branches made.
enum Either<First: HTML, Second: HTML>: HTML {
    case first(First)
    case second(Second)

    func write(to page: inout HTMLWriter) {
        switch self {
        case .first(let first): first.write(to: &page)
        case .second(let second): second.write(to: &page)
        }
    }
}
