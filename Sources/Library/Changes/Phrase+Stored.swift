internal import FoundationEssentials
internal import Languages

extension Phrase {
    /// The phrase as the journal stores it, so that it can be shown in the language of the reader.
    var stored: String {
        guard let data = try? JSONEncoder().encode(StoredPhrase(self)) else {
            preconditionFailure("A phrase can always be encoded")
        }
        return String(decoding: data, as: UTF8.self)
    }

    /// Reads a stored phrase; earlier versions of Omena stored plain English text.
    init(stored text: String) {
        let stored = try? JSONDecoder().decode(StoredPhrase.self, from: Data(text.utf8))
        self = stored?.phrase ?? Phrase(verbatim: text)
    }
}
