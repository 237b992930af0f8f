/// The five ways to sit down with cards; the raw value is what crosses into the browser and the log.
package enum Mode: UInt8, CaseIterable, Sendable {
    case browse = 0
    case learn = 1
    case race = 2
    case review = 3
    case quiz = 4
}
