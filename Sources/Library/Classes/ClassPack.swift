internal import Exchange
internal import LibraryValues
package import Notes

/// A deck as a class gets it, with the decks inside it: Omena's JSON without schedules, pictures and sounds.
package struct ClassPack: Sendable {
    package let bytes: [UInt8]
    package let noteCount: Int
    /// The pictures and sounds that its notes and templates name.
    package let mediaNames: [String]

    /// The largest size in bytes: some hundred thousand notes.
    package static let largest = 64 << 20
}

extension Library {
    /// Equal for equal content.
    package func classPack(of deck: DeckName) throws(LibraryError) -> ClassPack {
        try translatingErrors(ofFile: deck.text) {
            let folder = try WorkFolder(in: workFolder())
            defer { withExtendedLifetime(folder) {} }
            let path = "\(folder.path)/pack.json"
            var writer = try JSONLibraryWriter(path: path, isScheduled: false, root: deck) { _ in
                nil
            }
            try exportNotes(.deck(deck), withCards: false, to: &writer)
            try writer.finish { _, _ in }
            return ClassPack(
                bytes: try DiskFile(path).read(atMost: ClassPack.largest),
                noteCount: writer.noteCount,
                mediaNames: writer.mediaNames.sorted()
            )
        }
    }
}
