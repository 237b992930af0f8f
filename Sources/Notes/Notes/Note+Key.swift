extension Note {
    /// The guid of a note that its deck's file identifies by a key.
    package static func guid(of id: NoteID, key: String, from deck: DeckID) -> NoteGUID {
        NoteGUID(rawValue: "\(imported)\(deck).\(id)/\(key)")
    }

    /// The note's key in its deck's file, for imported and starter notes.
    package var key: String? {
        let guid = guid.rawValue.utf8
        guard guid.starts(with: Self.imported.utf8) || guid.starts(with: Self.starter.utf8) else {
            return nil
        }
        let parts = guid.split(
            separator: UInt8(ascii: "/"),
            maxSplits: 2,
            omittingEmptySubsequences: false
        )
        return parts.count == 3 ? String(parts[2]) : nil
    }

    /// Whether the note came from the file of the deck that it is in.
    package var isFromFileOfItsDeck: Bool {
        guid.rawValue.hasPrefix("\(Self.imported)\(deck).")
    }

    private static let imported = "file/"
    private static let starter = "starter/"
}
