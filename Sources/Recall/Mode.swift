/// The five modes of study; the raw value is used in the browser and in the log.
package enum Mode: UInt8, CaseIterable, Sendable {
    case browse = 0
    case learn = 1
    case race = 2
    case review = 3
    case quiz = 4
}
