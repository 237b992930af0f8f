/// How well a learner knew a card, worst first; the raw value is the digit on the button.
package enum Grade: UInt8, CaseIterable, Sendable {
    case again = 1
    case hard = 2
    case good = 3
    case easy = 4

    /// Whether the card counts as remembered.
    package var isRemembered: Bool { self != .again }
}
