package import Languages
package import Notes

/// One change to a library, as its history lists it.
package struct Change: Hashable, Sendable {
    package let id: ChangeID
    /// What changed: `Suspended 1 card`.
    package let says: Phrase
    package let moment: Moment
    package let isUndone: Bool

    package init(id: ChangeID, says: Phrase, moment: Moment, isUndone: Bool) {
        self.id = id
        self.says = says
        self.moment = moment
        self.isUndone = isUndone
    }
}
