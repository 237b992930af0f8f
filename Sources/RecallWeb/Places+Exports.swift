import Recall

/// The great-circle distance in metres between two points given in degrees north and east; NaN for invalid coordinates.
@_expose(wasm, "distance")
@c(recall_distance)
func distance(north: Double, east: Double, otherNorth: Double, otherEast: Double) -> Double {
    guard let point = EarthPoint(north, east), let other = EarthPoint(otherNorth, otherEast) else {
        return .nan
    }
    return point.distance(to: other)
}

/// The number of the grade that a tap earns at a distance in metres, on a map whose shorter side is `scale` metres long.
@_expose(wasm, "findingGrade")
@c(recall_finding_grade)
func findingGrade(distance: Double, scale: Double) -> Int32 {
    Int32(MapTarget(scale: scale).grade(distance: distance).rawValue)
}

/// The distance in metres up to which a tap earns a grade; infinite for the lowest grade, NaN for an invalid one.
@_expose(wasm, "findingReach")
@c(recall_finding_reach)
func findingReach(grade: Int32, scale: Double) -> Double {
    guard let grade = Grade(rawValue: UInt8(truncatingIfNeeded: grade)) else { return .nan }
    return MapTarget(scale: scale).maximumDistance(for: grade)
}

extension EarthPoint {
    fileprivate init?(_ latitude: Double, _ longitude: Double) {
        guard -90...90 ~= latitude, -180...180 ~= longitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}
