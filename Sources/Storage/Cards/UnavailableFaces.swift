package import Notes

/// The faces of a note that cannot be asked at a moment, because their cards are suspended or buried.
package struct UnavailableFaces: Sendable {
    /// For each card with a row, whether it is unavailable.
    var stored: [Face: Bool] = [:]
    /// Whether cards without rows are unavailable, because the note is suspended.
    let areOthersUnavailable: Bool

    package func available(among faces: [Face]) -> [Face] {
        guard areOthersUnavailable || stored.values.contains(true) else { return faces }
        return faces.filter { !contains($0) }
    }

    package func contains(_ face: Face) -> Bool { stored[face] ?? areOthersUnavailable }
}
