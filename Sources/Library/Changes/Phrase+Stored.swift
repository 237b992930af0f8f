internal import FoundationEssentials
internal import Languages

extension Phrase {
    /// The phrase as the journal keeps it, to be said in whatever language is chosen when it is read.
    var stored: String {
        guard let data = try? JSONEncoder().encode(StoredPhrase(self)) else {
            preconditionFailure("A phrase can always be encoded")
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// Reads what the journal keeps; earlier versions of Omena wrote the English words themselves.
    init(stored text: String) {
        let stored = try? JSONDecoder().decode(StoredPhrase.self, from: Data(text.utf8))
        self = stored?.phrase ?? Phrase(verbatim: text)
    }
}
