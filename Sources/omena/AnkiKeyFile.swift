import AnkiConnect

/// The file of `--anki-key-file`, with the key that programs send.
enum AnkiKeyFile {
    static func key(at path: String) throws(Failure) -> ConnectKey {
        let words = String(decoding: try ServeOptions.contents(of: path), as: UTF8.self)
            .split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let key = ConnectKey(String(words[0])) else {
            throw Failure(
                "\(path) contains no key: one word of at least \(ConnectKey.minimumLength) characters"
            )
        }
        return key
    }
}
