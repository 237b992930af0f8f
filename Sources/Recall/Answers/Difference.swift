/// A stretch of what was typed beside the stretch of the expected answer that it stands for.
///
/// Stretches follow one another and cover both texts without a gap, so that a page can colour them as it goes along.
package struct Difference: Equatable, Sendable {
    /// What became of the expected letters; the raw value is what crosses into the browser.
    package enum Kind: UInt8, Sendable {
        /// They were typed.
        case same = 0
        /// Others were typed in their place.
        case other = 1
        /// They are missing.
        case missing = 2
        /// None were expected, and some typed.
        case extra = 3
        /// Two neighbours were typed in the wrong order.
        case swapped = 4
        /// Punctuation and spaces, in one text or both, that do not count.
        case ignored = 5
    }

    /// What became of the expected letters.
    package var kind: Kind

    /// How many code points of what was typed, from where the stretch before ended.
    package var typed: Int

    /// How many code points of what was expected.
    package var expected: Int
}

extension Difference {
    /// Slips of letters as stretches of the texts that the letters were read from, nothing left out.
    static func list(
        _ slips: [Slip],
        _ typed: [UInt32],
        _ typedLetters: Letters,
        _ expectedLetters: Letters,
        in part: Range<Int>
    ) -> [Difference] {
        var list: [Difference] = []
        var (typedEnd, expectedEnd) = (0, part.lowerBound)

        func add(_ kind: Kind, upTo typed: Int, _ expected: Int) {
            let stretch = (typed - typedEnd, expected - expectedEnd)
            guard stretch != (0, 0) else { return }
            (typedEnd, expectedEnd) = (typed, expected)
            if let last = list.last, last.kind == kind {
                list[list.count - 1].typed += stretch.0
                list[list.count - 1].expected += stretch.1
            } else {
                list.append(Difference(kind: kind, typed: stretch.0, expected: stretch.1))
            }
        }

        for slip in slips {
            let typedSource = typedLetters.source(of: slip.typed)
            let expectedSource = expectedLetters.source(of: slip.expected)
            add(
                .ignored,
                upTo: typedSource?.lowerBound ?? typedEnd,
                expectedSource?.lowerBound ?? expectedEnd
            )
            add(
                slip.kind,
                upTo: typedSource?.upperBound ?? typedEnd,
                expectedSource?.upperBound ?? expectedEnd
            )
        }
        add(.ignored, upTo: typed.count, part.upperBound)
        return list
    }
}
