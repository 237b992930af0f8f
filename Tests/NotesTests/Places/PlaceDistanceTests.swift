import Notes
import Testing

struct PlaceDistanceTests {
    private func place(_ latitude: Double, _ longitude: Double) throws -> Place {
        try #require(Place(latitude: latitude, longitude: longitude))
    }

    /// Distances on the WGS 84 ellipsoid in metres, by GeographicLib 2.
    @Test(arguments: [
        ((51.5007, -0.1246), (48.8584, 2.2945), 340_895.0),
        ((51.5007, -0.1246), (40.6892, -74.0445), 5_589_857),
        ((-33.8568, 151.2153), (-36.8485, 174.7633), 2_160_331),
        ((-18.1248, 178.4501), (-13.8507, -171.7514), 1_150_185),
        ((60.1699, 24.9384), (21.3069, -157.8583), 10_970_311),
        ((-0.1807, -78.4678), (1.3521, 103.8198), 19_743_446),
        ((90, 0), (-90, 0), 20_003_931),
        ((90, 17), (60.1699, 24.9384), 3_328_964),
        ((64.1466, -21.9426), (-33.9249, 18.4241), 11_433_597),
        ((0, 0), (0, 1), 111_319.49), ((0, 0), (1, 0), 110_574.39), ((89, 0), (90, 0), 111_693.86),
    ])
    func distanceIsCloseToThatOnTheEllipsoid(
        from: (Double, Double),
        to: (Double, Double),
        metres: Double
    ) throws {
        let (one, other) = (try place(from.0, from.1), try place(to.0, to.1))

        #expect(abs(one.distance(to: other) / metres - 1) < 0.006)
        #expect(one.distance(to: other) == other.distance(to: one))
        #expect(one.distance(to: one) == 0)
    }
}
