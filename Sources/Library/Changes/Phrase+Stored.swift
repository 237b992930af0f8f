internal import JSON
internal import Languages

extension Phrase {
    /// The phrase as the journal stores it, to be translated when it is read.
    var stored: String {
        String(decoding: JSONCoding.bytes(of: StoredPhrase(self)), as: UTF8.self)
    }

    /// Reads what the journal stores; earlier versions of Omena stored the English text itself.
    init(stored text: String) {
        let stored = try? JSONCoding.decode(StoredPhrase.self, from: text.utf8)
        self = stored?.phrase ?? Phrase(verbatim: text)
    }
}
