internal import JSON
internal import LibraryValues
internal import Notes

extension ImportDeck {
    init(anki deck: JSONValue, _ options: [Int64: JSONValue]) {
        let option = options[deck.number("conf")]
        var settings = DeckSettings()
        settings.newLimit = Self.limit(deck["newLimit"], option?["new"]?["perDay"], usual: 20)
        settings.reviewLimit = Self.limit(
            deck["reviewLimit"],
            option?["rev"]?["perDay"],
            usual: 200
        )
        let retention =
            deck["desiredRetention"]?.real.map { $0 / 100 } ?? option?["desiredRetention"]?.real
        if let retention, retention != 0.9, StudySettings.Limits.retention.contains(retention) {
            settings.retention = retention
        }
        let name = DeckName(anki: deck.text("name"))
        var kept = deck.members
        // A name that is invalid here goes back to Anki unchanged.
        if name.text == deck.text("name") { kept["name"] = nil }
        if let option { kept["options"] = option }
        settings.anki = JSONValue.object(kept).json
        self.init(name: name, settings: settings)
        isOptional = deck.number("id") == 1
    }

    /// The deck's own limit, or that of its options unless it is Anki's default.
    private static func limit(_ own: JSONValue?, _ shared: JSONValue?, usual: Int) -> Int? {
        let limit = own?.whole ?? shared?.whole.flatMap { $0 == usual ? nil : $0 }
        return limit.map { min(max($0, 0), StudySettings.Limits.cardsPerDay.upperBound) }
    }
}

extension DeckName {
    /// Anki's name, or a similar one that is valid here: Anki allows longer ones, and empty levels.
    init(anki text: String) {
        let cleaned = String(
            text.unicodeScalars.map {
                $0.properties.generalCategory == .control ? " " : Character($0)
            }
        )
        let levels = cleaned.split(separator: "::").map(\.trimmed).filter { !$0.isEmpty }
        let last = levels.last.map { String($0.prefix(100)) } ?? ""
        guard
            let name = DeckName(levels.joined(separator: "::")) ?? DeckName(last)
                ?? DeckName("Imported")
        else { preconditionFailure("A word of letters names a deck") }
        self = name
    }
}
