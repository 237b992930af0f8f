internal import Notes

enum SentenceSplitter {
    /// The sentences of a text, each with its final punctuation.
    ///
    /// A punctuation mark ends a sentence if white space and a possible beginning follow, unless it is the full stop of an
    /// abbreviation.
    static func split(_ text: String) -> [String] {
        var sentences: [String] = []
        var start = text.startIndex
        var index = text.startIndex
        while index < text.endIndex {
            let character = text[index]
            index = text.index(after: index)
            guard wide.contains(character) || narrow.contains(character) else { continue }
            // Further marks and closing quotes belong to the sentence.
            while index < text.endIndex, tails.contains(text[index]) {
                index = text.index(after: index)
            }
            let rest = text[index...]
            let isEnd =
                rest.isEmpty || wide.contains(character)
                || rest.first?.isWhitespace == true && !isAbbreviation(text[start..<index])
                    && rest.first { !$0.isWhitespace }?.isLowercase != true
            if isEnd {
                sentences.append(text[start..<index].trimmed)
                start = index
            }
        }
        sentences.append(text[start...].trimmed)
        return sentences.filter { !$0.isEmpty }
    }

    private static let narrow: Set<Character> = [".", "!", "?", "…", "।", "۔", "؟"]
    /// Marks that are not followed by a space.
    private static let wide: Set<Character> = ["。", "！", "？"]
    private static let tails: Set<Character> = [
        ".", "!", "?", "…", "\"", "'", "”", "’", "»", ")", "」", "』", "。", "！", "？",
    ]

    private static func isAbbreviation(_ text: Substring) -> Bool {
        guard text.last == "." else { return false }
        let word = text.dropLast().lastWord
        let known: Set = ["e.g", "i.e", "etc", "mr", "mrs", "ms", "dr", "st", "vs", "no", "z.b"]
        // A single letter is an initial, unless it is a word.
        return known.contains(word.lowercased())
            || word.count == 1 && word.first?.isUppercase == true && word != "I"
    }
}

extension Substring {
    fileprivate var lastWord: Substring {
        self[(lastIndex { $0.isWhitespace || $0 == "(" }.map { index(after: $0) } ?? startIndex)...]
    }
}
