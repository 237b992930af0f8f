package import Notes
internal import Storage

extension Library {
    /// The reviews that can be learned from, of some thousand cards at a time; `part` counts from 0, nil is the end.
    ///
    /// A card's reviews stand in order, and begin when it was new: what came before a reset is left out, and so is a
    /// card of which another program only said what it remembered.
    package func reviewLog(part: Int) throws(LibraryError) -> [LoggedReview]? {
        try translatingErrors { try database.read { try $0.reviewLog(inBatch: part) } }
    }

    /// The cards that somebody has asked, with all that is kept of them, some thousand at a time; nil is the end.
    package func cards(part: Int) throws(LibraryError) -> [Card]? {
        try translatingErrors { try database.read { try $0.cards(inBatch: part) } }
    }
}
