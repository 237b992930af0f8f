/// How a slot is written so that it is certain whether it was: a machine without input and output, which says what to do
/// next and is told what came of it.
///
/// A slot is written once, because its number is a key: whoever finds another's slot there is not the holder any more.
/// What makes it difficult is silence. An INSERT without an answer may have been carried out, may be carried out later, or
/// may be visible on a primary and on no standby, in which case a promotion takes it back. Therefore it is repeated, and our own
/// slot that is there already counts only when something written later, over the same connection, was acknowledged: standbys
/// receive everything in order.
package struct SlotWrite: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// Insert the slot, over a new connection after a silence.
        case insert
        /// Read the slot with this number, over the same connection.
        case look
        /// Write something else, over the same connection.
        case confirm
        case end(Ending)
    }

    package enum Ending: Hashable, Sendable {
        /// The slot is written, and nothing takes it back.
        case done
        /// It is not written and never will be, so that the transaction may be rolled back.
        case refused
        /// Another slot is there, so that somebody else holds the library.
        case lost
        /// Only reading the log, after a claim, tells whether it is written.
        case uncertain
    }

    package enum Answer: Hashable, Sendable {
        case done
        /// There is a slot with this number.
        case taken
        /// There is none with the number before, or it is another holder's.
        case gap
        case refused
        /// Nothing was sent, because the connection is of no use.
        case unsent
        /// No answer; the connection cannot be used any more.
        case silence
        /// What was looked at is the slot that was to be written.
        case own
        case another
        case nothing
    }

    package private(set) var step = Step.insert
    /// Whether an INSERT may have been, or may still be, carried out.
    private var mayBeWritten = false

    package init() {}

    package mutating func receive(_ answer: Answer) {
        switch (step, answer) {
        case (.insert, .done), (.confirm, .done): step = .end(.done)
        case (.insert, .taken): step = .look
        case (.insert, .refused): if !mayBeWritten { step = .end(.refused) }
        case (.look, .own):
            mayBeWritten = true
            step = .confirm
        // The slot before it was written, and a promotion or a deletion has taken it away.
        case (.insert, .gap): step = .end(.lost)
        case (.look, .another): step = .end(.lost)
        case (.look, .nothing): step = .insert
        case (_, .unsent): step = .insert
        case (_, .silence):
            mayBeWritten = mayBeWritten || step == .insert
            step = .insert
        case (.look, .refused), (.confirm, .refused): step = .insert
        default: preconditionFailure("\(answer) does not answer \(step)")
        }
    }

    /// Ends it, because there is no more time.
    package mutating func giveUp() {
        if case .end = step { return }
        step = .end(mayBeWritten ? .uncertain : .refused)
    }
}
