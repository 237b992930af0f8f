/// The cheapest alignment of a typed answer with the expected one, letter by letter.
///
/// The edits are Damerau's: a letter replaced, missing or extra, or two neighbours swapped, each letter in one edit only.
/// Computed by dynamic programming (Wagner and Fischer, "The string-to-string correction problem", JACM 21, 1974). An
/// edit costs the weight of its letters. Time and space grow with the product of both lengths.
struct Alignment {
    /// The edits, in order of preference where several cost the same.
    private static let edits: [Difference.Kind] = [.replaced, .swapped, .missing, .extra]

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
                for kind in Self.edits { least = min(least, cost(of: kind, row, column) ?? least) }
                costs[row * width + column] = least
            }
        }
    }

    /// The total cost of all edits.
    var cost: UInt16 { costs[costs.count - 1] }

    /// The segments from start to end, equal letters included.
    var segments: [AlignmentSegment] {
        var segments: [AlignmentSegment] = []
        var (row, column) = (typed.letters.count, expected.letters.count)
        while row + column > 0 {
            let cost = costs[row * width + column]
            var kind = Self.edits.first { self.cost(of: $0, row, column) == cost } ?? .extra
            if kind == .replaced, typed.isLetter(row - 1, sameAs: column - 1, of: expected) {
                kind = .same
            }
            let (rows, columns) = Self.size(of: kind)
            let (above, before) = (row - rows, column - columns)
            segments.append(
                AlignmentSegment(kind: kind, typed: above..<row, expected: before..<column)
            )
            (row, column) = (above, before)
        }
        segments.reverse()
        return segments
    }

    /// How many typed and expected letters an edit covers.
    private static func size(of kind: Difference.Kind) -> (Int, Int) {
        switch kind {
        case .same, .replaced, .ignored: (1, 1)
        case .missing: (0, 1)
        case .extra: (1, 0)
        case .swapped: (2, 2)
        }
    }

    /// The least cost of reaching a cell by this kind of edit; nil if the edit cannot end there.
    private func cost(of kind: Difference.Kind, _ row: Int, _ column: Int) -> UInt16? {
        let (rows, columns) = Self.size(of: kind)
        guard row >= rows, column >= columns else { return nil }
        let before = costs[(row - rows) * width + column - columns]
        switch kind {
        case .extra: return before + typed.letters[row - 1].weight
        case .missing: return before + expected.letters[column - 1].weight
        case .swapped:
            guard
                typed.isLetter(row - 1, sameAs: column - 2, of: expected),
                typed.isLetter(row - 2, sameAs: column - 1, of: expected)
            else { return nil }
            return before + max(typed.letters[row - 1].weight, typed.letters[row - 2].weight)
        case .same, .replaced, .ignored: return before + replacementCost(row - 1, column - 1)
        }
    }

    private func replacementCost(_ index: Int, _ other: Int) -> UInt16 {
        if typed.isLetter(index, sameAs: other, of: expected) { return 0 }
        if let one = typed.code(ofLetter: index).flatMap(HangulSyllable.init),
            let another = expected.code(ofLetter: other).flatMap(HangulSyllable.init)
        {
            return one.distance(to: another)
        }
        return max(typed.letters[index].weight, expected.letters[other].weight)
    }
}
