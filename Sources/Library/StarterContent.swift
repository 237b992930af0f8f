internal import Notes
internal import Storage

/// The decks that a new library starts with.
enum StarterContent {
    /// Rises when there is more to give.
    static let version = 1

    /// Puts in the starter decks.
    static func putIn(_ writer: borrowing Writer, at moment: Moment) throws {
        try writer.set(.starterVersion, to: String(version))
    }
}

extension SettingKey {
    /// Which version of the starter decks was put in; deleting them is respected.
    static let starterVersion = SettingKey(rawValue: "starter.version")
}
