/// A set of synonyms: its words, its definition, and its relations to others.
struct Synset: Hashable {
    /// A relation to another synset.
    struct Pointer: Hashable {
        /// WordNet's symbol of the relation: `@` for hypernym, `!` for antonym.
        var relation: String
        var offset: Int
        var part: PartOfSpeech
    }

    var words: [String] = []
    var definition = ""
    var examples: [String] = []
    var pointers: [Pointer] = []

    /// Parses a line of a data file; nil if invalid.
    init?(line: [UInt8]) {
        guard let bar = line.firstIndex(of: UInt8(ascii: "|")) else { return nil }
        var fields = line[..<bar].split(separator: UInt8(ascii: " ")).makeIterator()
        func next() -> String? { fields.next().map { String(decoding: $0, as: UTF8.self) } }
        // Skips the offset, the lexicographer file and the part of speech.
        for _ in 0..<3 { guard next() != nil else { return nil } }
        guard let wordCount = next().flatMap({ Int($0, radix: 16) }) else { return nil }
        for _ in 0..<wordCount {
            guard let word = next(), next() != nil else { return nil }
            words.append(Self.written(word))
        }
        guard let pointerCount = next().flatMap({ Int($0) }) else { return nil }
        for _ in 0..<pointerCount {
            guard let relation = next(), let offset = next().flatMap({ Int($0) }),
                let part = next().flatMap({ PartOfSpeech(letter: $0.utf8.first) }), next() != nil
            else { return nil }
            pointers.append(Pointer(relation: relation, offset: offset, part: part))
        }
        read(gloss: String(decoding: line[(bar + 1)...], as: UTF8.self))
    }

    /// A word without underscores and syntactic markers: `ice_cream`, `galore(ip)`.
    private static func written(_ word: String) -> String {
        let plain = word.last == ")" ? word.prefix { $0 != "(" } : word[...]
        return String(plain.map { $0 == "_" ? " " : $0 })
    }

    /// A gloss is a definition followed by quoted examples, which may have attributions.
    private mutating func read(gloss: String) {
        let pieces = gloss.split(separator: "\"", omittingEmptySubsequences: false)
        definition = Self.trimmed(pieces[0])
        // Only the odd pieces are inside quotes.
        for index in stride(from: 1, to: pieces.count - 1, by: 2) {
            let example = Self.trimmed(pieces[index])
            if !example.isEmpty { examples.append(example) }
        }
        // A gloss may consist of examples only.
        if definition.isEmpty { definition = examples.isEmpty ? "" : examples.removeFirst() }
    }

    private static func trimmed(_ text: Substring) -> String {
        let isLoose = { (character: Character) in
            character.isWhitespace || ";,:".contains(character)
        }
        var text = text.drop(while: isLoose)
        while let last = text.last, isLoose(last) { text.removeLast() }
        return String(text)
    }
}
