package import Notes

/// The notes that an action applies to.
package enum NoteSelection: Hashable, Sendable {
    case notes([NoteID])
    /// All results of a query when the action runs, with exceptions; and the number that the learner saw, if known: the
    /// action is refused where the query finds more or fewer notes by then.
    case found(String, except: Set<NoteID> = [], count: Int? = nil)
}
