/// A point on the earth, in degrees.
package struct Place: Hashable, Sendable {
    /// The name of a new pin; a place that still has it generates no cards.
    package static let newName = "New location"

    /// Degrees north of the equator, -90…90.
    package let latitude: Double
    /// Degrees east of Greenwich, -180…180.
    package let longitude: Double

    /// Nil if out of range.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Accepts longitudes beyond the date line, as used by maps that repeat the world.
    package init?(latitude: Double, wrapping longitude: Double) {
        let isInside = (-180...180).contains(longitude)
        self.init(
            latitude: latitude,
            longitude: isInside ? longitude : longitude.remainder(dividingBy: 360)
        )
    }
}
