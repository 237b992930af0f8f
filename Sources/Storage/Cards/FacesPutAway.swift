package import Notes

/// The cards of a note that are not asked at a moment, because they are suspended or buried.
package struct FacesPutAway: Sendable {
    /// Whether cards with rows are put away.
    var known: [Face: Bool] = [:]
    /// Whether all others are, because the note is suspended.
    let areOthers: Bool

    init(areOthers: Bool) { self.areOthers = areOthers }

    package func leave(_ faces: [Face]) -> [Face] {
        guard areOthers || known.values.contains(true) else { return faces }
        return faces.filter { !contains($0) }
    }

    package func contains(_ face: Face) -> Bool { known[face] ?? areOthers }
}
