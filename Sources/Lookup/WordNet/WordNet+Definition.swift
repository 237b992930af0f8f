import Languages
package import Notes

extension WordNet {
    /// Defines a word in two sentences: the gloss, and an example or else a related word.
    ///
    /// - Parameter wordType: The preferred part of speech.
    package func definition(of word: String, as wordType: WordType? = nil) -> WordDraft? {
        let entries = entries(of: word)
        let wished = entries.filter { $0.part.wordType == wordType }
        if wished.isEmpty, Self.isFunctionWord(word) { return nil }
        guard let entry = mostUsual(of: wished.isEmpty ? entries : wished, for: word),
            let synset = entry.offsets.first.flatMap({ synset(at: $0, of: entry.part) })
        else { return nil }
        var draft = WordDraft(source: "WordNet 3.0")
        draft.wordType = entry.part.wordType
        draft.sentences = [sentence(synset.definition)]
        if let example = synset.examples.first {
            draft.sentences.append(sentence(example))
        } else if let kind = kind(of: synset, in: entry.part) {
            draft.sentences.append(kind)
        } else {
            draft.remark = say("WordNet has only one sentence about this word.")
        }
        return draft
    }

    /// Prefers entries of the exact word, and among those the most frequent.
    private func mostUsual(of entries: [Entry], for word: String) -> Entry? {
        let written = entries.filter { $0.lemma == Self.lemma(word) }
        return (written.isEmpty ? entries : written).map { ($0, frequency(of: $0)) }
            // The first of equals, so that nouns precede verbs.
            .reduce(nil as (Entry, Int)?) { best, next in
                best.map { $0.1 >= next.1 } == true ? best : next
            }?.0
    }

    /// A sentence with a related word: a hypernym, a similar word or an antonym.
    private func kind(of synset: Synset, in part: PartOfSpeech) -> String? {
        func word(_ relation: String...) -> String? {
            synset.pointers.first { relation.contains($0.relation) }
                .flatMap { self.synset(at: $0.offset, of: $0.part) }?.words.first
        }
        switch part {
        case .noun:
            if let word = word("@") { return "It is a kind of \(word)." }
            if let word = word("@i") { return "It is an example of \(word)." }
        case .verb:
            if let word = word("@") { return "It is a way to \(word)." }
        case .adjective:
            if let word = word("&") { return "It is similar to “\(word)”." }
        case .adverb:
            if let word = word("\\") { return "It comes from “\(word)”." }
        }
        if let word = word("!") { return "It is the opposite of “\(word)”." }
        return nil
    }

    /// Part of a gloss as a sentence, with a capital letter and a full stop.
    private func sentence(_ text: String) -> String {
        let ends = text.last.map { ".!?".contains($0) } ?? false
        return text.prefix(1).uppercased() + text.dropFirst() + (ends ? "" : ".")
    }
}
