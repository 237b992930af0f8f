/// Lets pieces of a page be listed one below the other, with `if`, `if let` and `switch` between them.
///
/// For repetition there is `Each`.
@resultBuilder
enum HTMLBuilder {
    static func buildBlock() -> Nothing { Nothing() }
    static func buildBlock<Only: HTML>(_ only: Only) -> Only { only }
    static func buildBlock<each Piece: HTML>(_ pieces: repeat each Piece) -> Sequenced<
        repeat each Piece
    > {
        Sequenced(pieces: (repeat each pieces))
    }
    static func buildOptional<Piece: HTML>(_ piece: Piece?) -> Piece? { piece }
    static func buildEither<First: HTML, Second: HTML>(first: First) -> Either<First, Second> {
        .first(first)
    }
    static func buildEither<First: HTML, Second: HTML>(second: Second) -> Either<First, Second> {
        .second(second)
    }
}

/// Pieces written one after the other.
struct Sequenced<each Piece: HTML>: HTML {
    fileprivate let pieces: (repeat each Piece)

    func write(to page: inout HTMLWriter) {
        repeat (each pieces).write(to: &page)
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
