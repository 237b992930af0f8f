package import Languages

/// What became of one event that a browser sent.
package enum Receipt: Hashable, Sendable {
    /// It is on disk.
    case stored
    /// The very same event was on disk already.
    case known
    /// Another event has this id; nothing was changed.
    case conflict
    /// It cannot be taken, now or later; the reason is for the learner to read.
    case refused(Phrase)
}
