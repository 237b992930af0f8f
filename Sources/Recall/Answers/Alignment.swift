/// The cheapest way from what was typed to what was expected, letter by letter.
///
/// Damerau's four slips (a letter wrong, missing, too many, or two neighbours swapped; each letter in one slip only), by
/// the dynamic programme of Wagner and Fischer, "The string-to-string correction problem", JACM 21 (1974). A slip costs
/// what its letters are worth. Takes time and space in proportion to both lengths multiplied.
struct Alignment {
    /// The ways on, those first that are told first where several cost the same.
    private static let ways: [Difference.Kind] = [.other, .swapped, .missing, .extra]

    private let typed: Letters
    private let expected: Letters
    private let width: Int
    private var costs: [UInt16]

    init(_ typed: Letters, _ expected: Letters) {
        self.typed = typed
        self.expected = expected
        width = expected.letters.count + 1
        costs = [UInt16](repeating: 0, count: (typed.letters.count + 1) * width)
        for row in 0...typed.letters.count {
            for column in 0..<width where row + column > 0 {
                var least = UInt16.max
                for kind in Self.ways { least = min(least, cost(of: kind, row, column) ?? least) }
                costs[row * width + column] = least
            }
        }
    }

    /// What all slips cost together.
    var cost: UInt16 { costs[costs.count - 1] }

    /// The slips from beginning to end, letters that are right among them.
    var slips: [Slip] {
        var slips: [Slip] = []
        var (row, column) = (typed.letters.count, expected.letters.count)
        while row + column > 0 {
            let here = costs[row * width + column]
            var kind = Self.ways.first { cost(of: $0, row, column) == here } ?? .extra
            if kind == .other, typed.isLetter(row - 1, sameAs: column - 1, of: expected) {
                kind = .same
            }
            let (down, across) = Self.size(of: kind)
            let (above, before) = (row - down, column - across)
            slips.append(Slip(kind: kind, typed: above..<row, expected: before..<column))
            (row, column) = (above, before)
        }
        slips.reverse()
        return slips
    }

    /// How many letters typed and expected a slip takes up.
    private static func size(of kind: Difference.Kind) -> (Int, Int) {
        switch kind {
        case .same, .other, .ignored: (1, 1)
        case .missing: (0, 1)
        case .extra: (1, 0)
        case .swapped: (2, 2)
        }
    }

    /// What it costs to come to a place by this kind of slip, if one can.
    private func cost(of kind: Difference.Kind, _ row: Int, _ column: Int) -> UInt16? {
        let (down, across) = Self.size(of: kind)
        guard row >= down, column >= across else { return nil }
        let before = costs[(row - down) * width + column - across]
        switch kind {
        case .extra: return before + typed.letters[row - 1].weight
        case .missing: return before + expected.letters[column - 1].weight
        case .swapped:
            guard
                typed.isLetter(row - 1, sameAs: column - 2, of: expected),
                typed.isLetter(row - 2, sameAs: column - 1, of: expected)
            else { return nil }
            return before + max(typed.letters[row - 1].weight, typed.letters[row - 2].weight)
        case .same, .other, .ignored: return before + difference(row - 1, column - 1)
        }
    }

    private func difference(_ index: Int, _ other: Int) -> UInt16 {
        if typed.isLetter(index, sameAs: other, of: expected) { return 0 }
        if let one = typed.code(ofLetter: index).flatMap(Syllable.init),
            let another = expected.code(ofLetter: other).flatMap(Syllable.init)
        {
            return one.distance(to: another)
        }
        return max(typed.letters[index].weight, expected.letters[other].weight)
    }
}
