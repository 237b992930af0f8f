/// Geographic coordinates in degrees.
package struct EarthPoint: Equatable, Sendable {
    /// −90…90, north positive.
    package var latitude: Double
    /// −180…180, east positive.
    package var longitude: Double

    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension EarthPoint {
    /// The mean radius of the earth in metres (IUGG).
    private static let radius = 6_371_008.8

    /// The great-circle distance in metres, within 0.6 % of the distance on the ellipsoid.
    ///
    /// By the haversine formula (R. W. Sinnott, Sky and Telescope 68/2, 1984), which is accurate for near points and for
    /// antipodes alike.
    package func distance(to other: EarthPoint) -> Double {
        let north = Double.sine(degrees: (other.latitude - latitude) / 2)
        let east = Double.sine(degrees: (other.longitude - longitude) / 2)
        let across =
            Double.cosine(degrees: latitude) * Double.cosine(degrees: other.latitude)
        let square = min(1, north * north + across * east * east)
        let half = Double.arc(sine: square.squareRoot(), cosine: (1 - square).squareRoot())
        return 2 * Self.radius * half
    }
}
