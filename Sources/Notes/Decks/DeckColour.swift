package enum DeckColour: String, CaseIterable, Codable, Sendable {
    case red, orange, yellow, green, turquoise, blue, purple, pink
}
