/// How near to the requested place a tap on the map has to be.
///
/// That depends on what the map shows: the streets of a town, or the whole world. The scale is the shorter side of the map as
/// first shown, which is what a finger can hit, whatever the size of the screen. A tap within 2 % of the scale is graded easy,
/// within 5 % good, within 15 % hard, and beyond that again.
///
/// Where there is no map, as when pins are chosen, the scale is the median distance from the place to the others in its
/// deck, rounded to the nearest of 1, 2, 5, 10, 20, 50… km.
package struct MapTarget: Equatable, Sendable {
    /// The size of what the map shows, or the typical distance between the places, in metres.
    package let scale: Double

    /// The scale if there is no other place.
    private static let defaultScale = 1_000_000.0
    private static let scales = [
        1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6, 2e6, 5e6, 1e7,
    ]

    package init(scale: Double) { self.scale = scale }

    /// Chooses the scale from the distances to the other places, in metres.
    package init(distances: [Double]) {
        let median =
            distances.isEmpty ? Self.defaultScale : distances.sorted()[distances.count / 2]
        scale =
            Self.scales.min { abs(Self.ratio($0, median)) < abs(Self.ratio($1, median)) }
            ?? Self.defaultScale
    }

    /// The distance in metres up to which a tap earns the grade.
    package func maximumDistance(for grade: Grade) -> Double {
        switch grade {
        case .easy: scale * 2 / 100
        case .good: scale * 5 / 100
        case .hard: scale * 15 / 100
        case .again: .infinity
        }
    }

    /// The grade of a tap at a distance in metres.
    package func grade(distance: Double) -> Grade {
        let grades: [Grade] = [.easy, .good, .hard]
        return grades.first { distance <= maximumDistance(for: $0) } ?? .again
    }

    /// The logarithm of the ratio of two lengths.
    private static func ratio(_ one: Double, _ other: Double) -> Double {
        Double.log(one / max(other, 1))
    }
}
