/// Princeton's WordNet 3.0 as Debian's `wordnet-base` lays it out: what English words mean, without a network.
///
/// Its files are sorted, so that a word is found by a handful of comparisons in mapped memory, and nothing is loaded.
public final class WordNet: Sendable {
    /// One kind of words.
    private struct Part: Sendable {
        let index: MappedFile
        /// Where the words begin, after the licence.
        let start: Int
        let data: MappedFile
        let exceptions: MappedFile?
    }

    /// A word of the dictionary, and what it can mean, most usual first.
    struct Entry: Hashable {
        var lemma: String
        var part: PartOfSpeech
        var offsets: [Int]
    }

    private let parts: [PartOfSpeech: Part]
    private let counts: MappedFile?

    /// Nil where it is not installed.
    public init?(folder: String = "/usr/share/wordnet") {
        var parts: [PartOfSpeech: Part] = [:]
        for part in PartOfSpeech.allCases {
            guard let index = MappedFile("\(folder)/index.\(part.file)"),
                let data = MappedFile("\(folder)/data.\(part.file)")
            else { return nil }
            var start = 0
            // The lines of the licence begin with two spaces.
            while let line = index.line(at: start), line.first == UInt8(ascii: " ") {
                start += line.count + 1
            }
            let exceptions = MappedFile("\(folder)/\(part.file).exc")
            parts[part] = Part(index: index, start: start, data: data, exceptions: exceptions)
        }
        self.parts = parts
        counts = MappedFile("\(folder)/cntlist.rev")
    }

    /// All entries of a word as it is written and of those it is a form of: `mice` is found under `mouse`.
    func entries(of word: String) -> [Entry] {
        guard let lemma = Self.lemma(word) else { return [] }
        return PartOfSpeech.allCases.flatMap { part in
            forms(of: lemma, as: part).compactMap { entry($0, as: part) }
        }
    }

    /// The entry of exactly this word.
    func entry(_ lemma: String, as part: PartOfSpeech) -> Entry? {
        guard let files = parts[part],
            let line = files.index.lines(startingWith: Array("\(lemma) ".utf8), from: files.start)
                .first
        else { return nil }
        let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard fields.count > 2, let count = Int(fields[2]) else { return nil }
        return Entry(lemma: lemma, part: part, offsets: fields.suffix(count).compactMap { Int($0) })
    }

    /// The meaning that stands at a place of its file.
    func synset(at offset: Int, of part: PartOfSpeech) -> Synset? {
        parts[part]?.data.line(at: offset).flatMap { Synset(line: $0) }
    }

    /// How often the most usual meaning of an entry was met in texts that were counted.
    func frequency(of entry: Entry) -> Int {
        guard let counts else { return 0 }
        // Adjectives that stand by another one have a number of their own.
        let numbers = entry.part == .adjective ? [3, 5] : [entry.part.rawValue]
        return numbers.flatMap {
            counts.lines(startingWith: Array("\(entry.lemma)%\($0):".utf8))
        }.compactMap { line in
            let fields = line.split(separator: UInt8(ascii: " "))
            return fields.last.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        }.max() ?? 0
    }

    /// What a word may be a form of, among the words that are there, itself first.
    private func forms(of lemma: String, as part: PartOfSpeech) -> [String] {
        var forms = [lemma]
        if let exceptions = parts[part]?.exceptions {
            for line in exceptions.lines(startingWith: Array("\(lemma) ".utf8)) {
                let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
                forms += fields.dropFirst().map(String.init)
            }
        }
        for ending in part.endings where lemma.hasSuffix(ending.inflected) {
            let stem = lemma.dropLast(ending.inflected.count)
            if !stem.isEmpty { forms.append(stem + ending.base) }
        }
        var seen: Set<String> = []
        return forms.filter { seen.insert($0).inserted && entry($0, as: part) != nil }
    }

    /// A word as the dictionary spells it; nil for what no English word can be.
    static func lemma(_ word: String) -> String? {
        let words = word.lowercased().split { $0.isWhitespace || $0 == "_" }
        let lemma = words.joined(separator: "_")
        guard !lemma.isEmpty, lemma.utf8.count <= 100, lemma.utf8.allSatisfy({ $0 < 0x80 }) else {
            return nil
        }
        return lemma
    }
}
