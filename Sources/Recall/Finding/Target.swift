/// How near a tap on the map has to come to a place that is asked for.
///
/// That depends on what is learned: the streets of a town, or the capitals of the world. The scale is the middle one of
/// the distances from the place to the others of its deck, brought to the nearest of 1, 2, 5, 10, 20, 50… and so on.
/// Within 2 % of it a tap is worth easy, within 5 % good, within 15 % hard, and beyond that again.
package struct Target: Equatable, Sendable {
    /// How far apart the places lie, in metres.
    package let scale: Double

    /// The scale where there is no other place.
    private static let usual = 1_000_000.0
    private static let scales = [
        1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7,
    ]

    /// A target of a scale that is known.
    package init(scale: Double) { self.scale = scale }

    /// The target among places so many metres away.
    package init(distances: [Double]) {
        let middle =
            distances.isEmpty ? Self.usual : distances.sorted()[distances.count / 2]
        scale =
            Self.scales.min { abs(Self.ratio($0, middle)) < abs(Self.ratio($1, middle)) }
            ?? Self.usual
    }

    /// How many metres a tap may be away for a grade, and not more.
    package func reach(for grade: Grade) -> Double {
        switch grade {
        case .easy: scale * 2 / 100
        case .good: scale * 5 / 100
        case .hard: scale * 15 / 100
        case .again: .infinity
        }
    }

    /// What a tap so many metres away is worth.
    package func grade(distance: Double) -> Grade {
        let grades: [Grade] = [.easy, .good, .hard]
        return grades.first { distance <= reach(for: $0) } ?? .again
    }

    /// How many times one length is another, as a logarithm.
    private static func ratio(_ one: Double, _ other: Double) -> Double {
        Double.log(one / max(other, 1))
    }
}
