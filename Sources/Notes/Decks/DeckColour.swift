/// The colour of a deck's tile.
package enum DeckColour: String, CaseIterable, Codable, Sendable {
    case red, orange, yellow, green, turquoise, blue, purple, pink
}
