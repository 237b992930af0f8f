import Recall

/// Metres along the great circle between two points, in degrees north and east; not a number where one is none.
@_expose(wasm, "distance")
@c(recall_distance)
func distance(north: Double, east: Double, otherNorth: Double, otherEast: Double) -> Double {
    guard let point = EarthPoint(north, east), let other = EarthPoint(otherNorth, otherEast) else {
        return .nan
    }
    return point.distance(to: other)
}

/// What a tap so many metres from a place is worth, as the number of a grade, where places lie so far apart.
@_expose(wasm, "findingGrade")
@c(recall_finding_grade)
func findingGrade(distance: Double, scale: Double) -> Int32 {
    Int32(Target(scale: scale).grade(distance: distance).rawValue)
}

/// How many metres a tap may be away for a grade; infinite for the lowest, not a number where there is no such grade.
@_expose(wasm, "findingReach")
@c(recall_finding_reach)
func findingReach(grade: Int32, scale: Double) -> Double {
    guard let grade = Grade(rawValue: UInt8(truncatingIfNeeded: grade)) else { return .nan }
    return Target(scale: scale).reach(for: grade)
}

extension EarthPoint {
    fileprivate init?(_ latitude: Double, _ longitude: Double) {
        guard -90...90 ~= latitude, -180...180 ~= longitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}
