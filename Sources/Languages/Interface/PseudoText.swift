/// An English text made strange on purpose, placeholders left as they are.
///
/// What still looks like English on a page was never put into the catalog; what is cut off has too little room; what
/// stands on the wrong side does not follow the direction of the page.
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
            case .argument(let place, let kind): "%\(place + 1)$\(kind)"
            case .percent: "%%"
            }
        }.joined()
        // Words grow by a third when English is translated, short ones by more.
        let more = String(repeating: "~", count: letters / 3 + 1)
        text = language == .mirrored ? changed : "[\(changed) \(more)]"
    }

    private static func accented(_ text: Substring) -> String {
        String(text.map { accents[$0] ?? $0 })
    }

    /// Each word is read from the right, as if it were Arabic.
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
