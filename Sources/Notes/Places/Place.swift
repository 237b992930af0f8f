/// A point on the earth, in degrees.
public struct Place: Hashable, Sendable {
    /// What a pin is called until the learner names it; one that still is makes no cards.
    public static let newName = "New location"

    /// North of the equator, -90…90.
    public let latitude: Double
    /// East of Greenwich, -180…180.
    public let longitude: Double

    /// A point; nil where it is not on the earth.
    public init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// A point whose longitude may be counted on beyond the date line, as maps do that show the world many times.
    public init?(latitude: Double, wrapping longitude: Double) {
        let isInside = (-180...180).contains(longitude)
        self.init(
            latitude: latitude,
            longitude: isInside ? longitude : longitude.remainder(dividingBy: 360)
        )
    }
}
