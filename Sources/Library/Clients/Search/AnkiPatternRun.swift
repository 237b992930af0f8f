/// The characters and `_` of a pattern between two `*`, prepared to be looked for quickly in any text.
struct AnkiPatternRun: Hashable, Sendable {
    /// Nil for `_`.
    private let characters: [Unicode.Scalar?]
    /// For each length of a beginning, the longest shorter one that it ends with; nil if there is a `_`.
    private let fallbacks: [Int]?

    init(_ parts: ArraySlice<AnkiPattern.Part>) {
        characters = parts.map { part in
            guard case .character(let scalar) = part else { return nil }
            return scalar.withoutASCIICase
        }
        fallbacks = characters.contains(nil) ? nil : Self.fallbacks(of: characters)
    }

    var count: Int { characters.count }

    /// The first place from another on where the run occurs and that meets a condition.
    ///
    /// - Parameter text: Without the case of ASCII letters.
    /// - Complexity: Linear in the text; with `_`, up to the product of both lengths.
    func firstPlace(
        in text: [Unicode.Scalar],
        from start: Int,
        where isWanted: (Int) -> Bool
    ) -> Int? {
        let places = start..<max(start, text.count - count + 1)
        guard count > 0, !places.isEmpty else { return places.first(where: isWanted) }
        guard let fallbacks else {
            return places.first { occurs(in: text, at: $0) && isWanted($0) }
        }
        var matched = 0
        for position in start..<text.count {
            matched = Self.advanced(matched, by: text[position], characters, fallbacks)
            if matched == count {
                let place = position + 1 - count
                if isWanted(place) { return place }
                matched = fallbacks[matched - 1]
            }
        }
        return nil
    }

    /// As Knuth, Morris and Pratt search.
    private static func fallbacks(of characters: [Unicode.Scalar?]) -> [Int] {
        var fallbacks: [Int] = characters.isEmpty ? [] : [0]
        for character in characters.dropFirst() {
            let matched = fallbacks[fallbacks.count - 1]
            fallbacks.append(advanced(matched, by: character, characters, fallbacks))
        }
        return fallbacks
    }

    private static func advanced(
        _ matched: Int,
        by next: Unicode.Scalar?,
        _ characters: [Unicode.Scalar?],
        _ fallbacks: [Int]
    ) -> Int {
        var matched = matched
        while matched > 0, characters[matched] != next { matched = fallbacks[matched - 1] }
        return characters[matched] == next ? matched + 1 : matched
    }

    private func occurs(in text: [Unicode.Scalar], at place: Int) -> Bool {
        characters.indices.allSatisfy {
            characters[$0] == nil || characters[$0] == text[place + $0]
        }
    }
}

extension Unicode.Scalar {
    /// In lower case if it is an ASCII letter; Anki compares only those regardless of case.
    var withoutASCIICase: Unicode.Scalar {
        value &- 0x41 < 26 ? Unicode.Scalar(value | 0x20) ?? self : self
    }
}
