internal import Recall

extension Place {
    /// Metres along the great circle; within 0.6 % of the way along the ellipsoid that the earth is.
    public func distance(to other: Place) -> Double { point.distance(to: other.point) }

    private var point: EarthPoint { EarthPoint(latitude: latitude, longitude: longitude) }
}
