/// One meaning: the words that have it, what it is, and what it has to do with others.
struct Synset: Hashable {
    /// The way to another meaning.
    struct Pointer: Hashable {
        /// What the other one is to this one, as WordNet writes it: `@` what it is a kind of, `!` its opposite.
        var relation: String
        var offset: Int
        var part: PartOfSpeech
    }

    /// As they are written, with spaces.
    var words: [String] = []
    var definition = ""
    var examples: [String] = []
    var pointers: [Pointer] = []

    /// Reads a line of a data file; nil where it is none.
    init?(line: [UInt8]) {
        guard let bar = line.firstIndex(of: UInt8(ascii: "|")) else { return nil }
        var fields = line[..<bar].split(separator: UInt8(ascii: " ")).makeIterator()
        func next() -> String? { fields.next().map { String(decoding: $0, as: UTF8.self) } }
        // The offset, the topic and the kind of word are known to whoever asks.
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

    /// A word without the underscores and the mark of where an adjective stands: `ice_cream`, `galore(ip)`.
    private static func written(_ word: String) -> String {
        let plain = word.last == ")" ? word.prefix { $0 != "(" } : word[...]
        return String(plain.map { $0 == "_" ? " " : $0 })
    }

    /// A gloss is a definition and, in quotes, examples; who said them stands after the quotes.
    private mutating func read(gloss: String) {
        let pieces = gloss.split(separator: "\"", omittingEmptySubsequences: false)
        definition = Self.trimmed(pieces[0])
        // What stands between an even quote and the next odd one is not said by anybody.
        for index in stride(from: 1, to: pieces.count - 1, by: 2) {
            let example = Self.trimmed(pieces[index])
            if !example.isEmpty { examples.append(example) }
        }
        // A gloss may be nothing but what somebody said.
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
