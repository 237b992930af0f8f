package import Notes

/// Makes a batch an edition of a class's deck, which is merged with the edition that the library holds.
package struct ImportEdition: Sendable {
    /// Recorded with the batch's deck.
    package let taken: TakenEdition
    /// The notes of the edition that the library holds, by their guids; empty where it holds none.
    package var notes: [NoteGUID: ImportNote] = [:]
    package var types: [NoteType] = []
    /// The pictures and sounds of that edition, and those of this one.
    package var mediaBefore: [String: MediaHash] = [:]
    package var media: [String: MediaHash] = [:]

    package init(_ taken: TakenEdition) { self.taken = taken }
}
