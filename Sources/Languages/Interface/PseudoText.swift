/// A pseudolocalized English text, with its format specifiers unchanged.
///
/// It reveals texts that are not in the catalog because they still look like plain English, texts that are cut off because
/// they have too little space, and parts of a page that ignore its direction.
struct PseudoText {
    let text: String

    init(of english: String, in language: InterfaceLanguage) {
        let format = Format(english)
        let letters = english.count { $0.isLetter }
        guard letters > 0 else {
            text = english
            return
        }
        let changed = format.pieces.map { piece in
            switch piece {
            case .text(let part):
                language == .mirrored ? Self.mirrored(part) : Self.accented(part)
            case .argument(let position, let kind): "%\(position + 1)$\(kind)"
            case .percent: "%%"
            }
        }.joined()
        // A translation of English can be a third longer, and more for short texts.
        let more = String(repeating: "~", count: letters / 3 + 1)
        text = language == .mirrored ? changed : "[\(changed) \(more)]"
    }

    private static func accented(_ text: Substring) -> String {
        String(text.map { accents[$0] ?? $0 })
    }

    /// Each word is displayed from right to left, like Arabic.
    private static func mirrored(_ text: Substring) -> String {
        var words = ""
        var isInside = false
        for character in text {
            if character.isLetter != isInside {
                words += isInside ? "\u{202C}" : "\u{202E}"
                isInside.toggle()
            }
            words.append(character)
        }
        return isInside ? words + "\u{202C}" : words
    }

    private static let accents = Dictionary(
        uniqueKeysWithValues: zip(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
            "ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž"
        )
    )
}
