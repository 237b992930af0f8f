package import Notes
internal import Storage

extension Library {
    /// How far the learner's clock is ahead of UTC in minutes, which is what it was when they last answered; nil if they never did.
    ///
    /// It says when their day begins, because a server may be in another time zone.
    package func learnersOffset() throws(LibraryError) -> Int? {
        try read { try $0.latestOffset(at: now()) }
    }

    /// The reviews to fit parameters to, some thousand cards at a time; `part` counts from 0, nil is the end.
    ///
    /// A card's reviews are in order and begin when it was new: reviews before a reset are left out, and so are cards whose
    /// memory was only set by another program. Decks with parameters of their own are left out.
    package func reviewLog(part: Int) throws(LibraryError) -> [LoggedReview]? {
        try read { try $0.reviewLog(inBatch: part, of: FittedDecks($0).fittedWithLibrary) }
    }

    /// All cards that have a stored state, some thousand at a time; nil is the end.
    package func cards(part: Int) throws(LibraryError) -> [Card]? {
        try read { try $0.cards(inBatch: part) }
    }
}
