package import Languages

/// The outcome of one event that a browser sent.
package enum Receipt: Hashable, Sendable {
    /// It is on disk.
    case stored
    /// The same event was on disk already.
    case known
    /// Another event has this id; nothing was changed.
    case conflict
    /// It cannot be accepted now or later; the reason is shown to the learner.
    case refused(Phrase)
}
