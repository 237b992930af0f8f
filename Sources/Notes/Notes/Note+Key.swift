extension Note {
    /// A guid for a note that the file of a deck knows by a name of its own.
    public static func guid(of id: NoteID, key: String, from deck: DeckID) -> NoteGUID {
        NoteGUID(rawValue: "\(imported)\(deck).\(id)/\(key)")
    }

    /// The name by which a file knows the note: one that was imported, or that a new library was given.
    public var key: String? {
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

    /// Whether the note came from the file of the very deck that it lies in.
    public var isFromFileOfItsDeck: Bool {
        guid.rawValue.hasPrefix("\(Self.imported)\(deck).")
    }

    private static let imported = "file/"
    private static let starter = "starter/"
}
