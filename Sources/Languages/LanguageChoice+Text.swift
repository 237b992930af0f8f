extension LanguageChoice: CustomStringConvertible {
    /// The stored form: `oneToOne:en:fi`.
    package var description: String {
        switch self {
        case .all:
            "all"
        case .oneToOne(let from, let to):
            "oneToOne:\(from):\(to)"
        case .oneToAll(let from):
            "oneToAll:\(from)"
        case .allToOne(let to):
            "allToOne:\(to)"
        case .symmetricSubset(let languages):
            "symmetricSubset:" + languages.sorted().map(\.text).joined(separator: ",")
        }
    }

    /// Parses the stored form, even of an invalid choice (`oneToOne:en:en`), whose flaw a form can then show.
    package init?(_ text: some StringProtocol) {
        let parts = text.parts(between: UInt8(ascii: ":"))
        let tags = parts.dropFirst().compactMap { LanguageTag($0) }
        switch (parts.first, parts.count) {
        case ("all", 1):
            self = .all
        case ("oneToOne", 3) where tags.count == 2:
            self = .oneToOne(from: tags[0], to: tags[1])
        case ("oneToAll", 2) where tags.count == 1:
            self = .oneToAll(from: tags[0])
        case ("allToOne", 2) where tags.count == 1:
            self = .allToOne(to: tags[0])
        case ("symmetricSubset", 2):
            guard let languages = Self.languages(parts[1]) else { return nil }
            self = .symmetricSubset(languages)
        default:
            return nil
        }
    }

    /// Parses tags separated by commas, with an optional comma at the end.
    private static func languages(_ list: some StringProtocol) -> Set<LanguageTag>? {
        var names = list.parts(between: UInt8(ascii: ","))
        if names.last?.isEmpty == true { names.removeLast() }
        let tags = names.compactMap { LanguageTag($0) }
        return tags.count == names.count ? Set(tags) : nil
    }
}
