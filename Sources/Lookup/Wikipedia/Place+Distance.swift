internal import Glibc
public import Notes

extension Place {
    /// The mean radius of the earth in metres (IUGG).
    private static let radius = 6_371_008.8

    /// Metres along the great circle; within 0.6 % of the way along the ellipsoid that the earth is.
    public func distance(to other: Place) -> Double {
        func half(_ degrees: Double) -> Double { sin(degrees * .pi / 360) }
        let north = half(other.latitude - latitude)
        let east = half(other.longitude - longitude)
        let across = cos(latitude * .pi / 180) * cos(other.latitude * .pi / 180)
        return 2 * Place.radius * asin(min(1, (north * north + across * east * east).squareRoot()))
    }
}
