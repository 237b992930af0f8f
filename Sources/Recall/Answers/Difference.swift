/// A segment of the typed answer and the segment of the expected answer that it corresponds to.
///
/// Segments follow one another and cover both texts without gaps, so that a page can colour them in order.
package struct Difference: Equatable, Sendable {
    /// How the typed segment differs from the expected one; the browser receives the raw value.
    package enum Kind: UInt8, Sendable {
        case same = 0
        /// Other letters were typed.
        case replaced = 1
        /// Nothing was typed.
        case missing = 2
        /// Nothing was expected.
        case extra = 3
        /// Two neighbouring letters were typed in the wrong order.
        case swapped = 4
        /// Punctuation and spaces, in one text or both, that do not count.
        case ignored = 5
    }

    package var kind: Kind

    /// The segment's number of code points in the typed text.
    package var typed: Int

    /// The segment's number of code points in the expected text.
    package var expected: Int
}

extension Difference {
    /// Maps an alignment of letters back to the texts from which the letters were read, adding what the letters leave out.
    static func list(
        _ segments: [AlignmentSegment],
        _ typed: [UInt32],
        _ typedLetters: Letters,
        _ expectedLetters: Letters,
        in part: Range<Int>
    ) -> [Difference] {
        var list: [Difference] = []
        var (typedEnd, expectedEnd) = (0, part.lowerBound)

        func add(_ kind: Kind, upTo typed: Int, _ expected: Int) {
            let size = (typed - typedEnd, expected - expectedEnd)
            guard size != (0, 0) else { return }
            (typedEnd, expectedEnd) = (typed, expected)
            if let last = list.last, last.kind == kind {
                list[list.count - 1].typed += size.0
                list[list.count - 1].expected += size.1
            } else {
                list.append(Difference(kind: kind, typed: size.0, expected: size.1))
            }
        }

        for segment in segments {
            let typedSource = typedLetters.source(of: segment.typed)
            let expectedSource = expectedLetters.source(of: segment.expected)
            add(
                .ignored,
                upTo: typedSource?.lowerBound ?? typedEnd,
                expectedSource?.lowerBound ?? expectedEnd
            )
            add(
                segment.kind,
                upTo: typedSource?.upperBound ?? typedEnd,
                expectedSource?.upperBound ?? expectedEnd
            )
        }
        add(.ignored, upTo: typed.count, part.upperBound)
        return list
    }
}
