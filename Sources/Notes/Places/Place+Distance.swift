internal import Recall

extension Place {
    /// The great-circle distance in metres, within 0.6 % of the distance on the ellipsoid.
    package func distance(to other: Place) -> Double { point.distance(to: other.point) }

    private var point: EarthPoint { EarthPoint(latitude: latitude, longitude: longitude) }
}
