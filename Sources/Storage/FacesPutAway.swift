package import Notes

/// Which cards of a note are not asked at a moment, because they are suspended or buried.
package struct FacesPutAway: Sendable {
    /// Of those that have a row, whether they are put away.
    var known: [Face: Bool] = [:]
    /// Whether all others are: where the note is suspended.
    let areOthers: Bool

    init(areOthers: Bool) { self.areOthers = areOthers }

    /// Those of some faces whose cards are asked.
    package func leave(_ faces: [Face]) -> [Face] {
        guard areOthers || known.values.contains(true) else { return faces }
        return faces.filter { !contains($0) }
    }

    /// Whether the card of that face is put away.
    package func contains(_ face: Face) -> Bool { known[face] ?? areOthers }
}
