/// How well a learner knew a card, worst first; the raw value is the digit of the button's shortcut.
package enum Grade: UInt8, CaseIterable, Sendable {
    case again = 1
    case hard = 2
    case good = 3
    case easy = 4

    package var isRemembered: Bool { self != .again }
}
