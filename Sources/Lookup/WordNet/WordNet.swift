/// Princeton's WordNet 3.0, a dictionary of English, as installed by Debian's `wordnet-base`.
///
/// Its files are sorted and memory-mapped, so that lookups are binary searches and nothing is loaded.
package final class WordNet: Sendable {
    /// The files of one part of speech.
    private struct Part: Sendable {
        let index: MappedFile
        /// The offset of the first word, after the licence.
        let start: Int
        let data: MappedFile
        let exceptions: MappedFile?
    }

    /// A word and the offsets of its meanings, most frequent first.
    struct Entry: Hashable {
        var lemma: String
        var part: PartOfSpeech
        var offsets: [Int]
    }

    private let parts: [PartOfSpeech: Part]
    private let counts: MappedFile?

    /// Nil if not installed.
    package init?(folder: String = "/usr/share/wordnet") {
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

    /// All entries of a word and of its base forms: `mice` is found under `mouse`.
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

    func synset(at offset: Int, of part: PartOfSpeech) -> Synset? {
        parts[part]?.data.line(at: offset).flatMap { Synset(line: $0) }
    }

    /// The frequency of the entry's most frequent meaning in WordNet's corpus.
    func frequency(of entry: Entry) -> Int {
        guard let counts else { return 0 }
        // Satellite adjectives have their own number.
        let numbers = entry.part == .adjective ? [3, 5] : [entry.part.rawValue]
        return numbers.flatMap {
            counts.lines(startingWith: Array("\(entry.lemma)%\($0):".utf8))
        }.compactMap { line in
            let fields = line.split(separator: UInt8(ascii: " "))
            return fields.last.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
        }.max() ?? 0
    }

    /// The word and its possible base forms that exist in the dictionary.
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

    /// A word as spelled in the dictionary; nil if it cannot be English.
    static func lemma(_ word: String) -> String? {
        let words = word.lowercased().split { $0.isWhitespace || $0 == "_" }
        let lemma = words.joined(separator: "_")
        guard !lemma.isEmpty, lemma.utf8.count <= 100, lemma.utf8.allSatisfy({ $0 < 0x80 }) else {
            return nil
        }
        return lemma
    }
}
