internal import JSON
internal import Languages

extension Phrase {
    /// The phrase as the journal stores it, so that it can be shown in the language of the reader.
    var stored: String {
        String(decoding: JSONCoding.bytes(of: StoredPhrase(self)), as: UTF8.self)
    }

    /// Reads a stored phrase; earlier versions of Omena stored plain English text.
    init(stored text: String) {
        let stored = try? JSONCoding.decode(StoredPhrase.self, from: text.utf8)
        self = stored?.phrase ?? Phrase(verbatim: text)
    }
}
