import Foundation
import Recall
import Testing

struct MapTargetTests {
    @Test(arguments: [
        (20_000, Grade.easy), (20_000.1, .good), (50_000, .good), (50_000.1, .hard),
        (150_000, .hard), (150_000.1, .again), (0, .easy), (20_000_000, .again),
    ])
    func gradesATapByItsDistance(metres: Double, grade: Grade) {
        #expect(MapTarget(distances: []).grade(distance: metres) == grade)
    }

    /// The median, so that one place on the other side of the earth does not change the scale of a town.
    @Test(
        arguments: [
            ([800, 1_100, 1_300, 16_000_000], 1_000.0), ([3_600, 3_600, 3_600], 5_000),
            ([3_000, 3_000, 3_000], 2_000), ([250], 1_000), ([0, 0, 0], 1_000),
            ([7_500_000, 8_000_000, 9_000_000], 10_000_000), ([19_000_000], 10_000_000),
            ([], 1_000_000),
        ] as [([Double], Double)]
    )
    func scaleIsTheMedianDistance(distances: [Double], scale: Double) {
        #expect(MapTarget(distances: distances) == MapTarget(scale: scale))
    }

    /// Compared with the C library's functions; the two differ by less than a millimetre anywhere on the earth.
    @Test func distanceFollowsTheHaversineFormula() {
        func half(_ degrees: Double) -> Double { sin(degrees * .pi / 360) }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<10_000 {
            let (one, other) = (point(&random), point(&random))
            let north = half(other.latitude - one.latitude)
            let east = half(other.longitude - one.longitude)
            let across = cos(one.latitude * .pi / 180) * cos(other.latitude * .pi / 180)
            let square = min(1, north * north + across * east * east)
            let metres = 2 * 6_371_008.8 * atan2(square.squareRoot(), (1 - square).squareRoot())

            #expect(abs(one.distance(to: other) - metres) < 1e-3)
        }
    }

    private func point(_ random: inout SystemRandomNumberGenerator) -> EarthPoint {
        EarthPoint(
            latitude: [-90, 90, 0, .random(in: -90...90, using: &random)].randomElement() ?? 0,
            longitude: [-180, 180, 0, .random(in: -180...180, using: &random)].randomElement() ?? 0
        )
    }
}
