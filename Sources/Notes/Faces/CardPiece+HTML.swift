extension [CardPiece] {
    /// The most bytes of HTML that a side may have; one that has more is shown as text.
    private static var longest: Int { 1 << 20 }

    /// A side as HTML; what a template asks of the page stands in elements of our own, which the page's script draws.
    func html(isFront: Bool) -> String {
        var html = ""
        let asksItself = contains(where: \.isTyped)
        for piece in self where html.utf8.count < Self.longest {
            switch piece {
            case .markup(let markup): html += markup
            case .value(_, let text, let own): html += own ?? text
            case .hint(let field, let text, let own):
                html += "<omena-hint label=\"\(field.attributeEscaped)\">"
                html += "\(own ?? text)</omena-hint>"
            case .typed(let field, let filters, let text):
                if text.isBlankField { continue }
                html += "<omena-type field=\"\(field.attributeEscaped)\""
                if !isFront { html += " answer=\"\(text.withoutTags.trimmed.quoted)\"" }
                html += filters.contains("nc") ? " loose=\"on\"></omena-type>" : "></omena-type>"
            case .spoken(let tag, let text):
                let words = text.withoutTags.trimmed.quoted
                html += "<omena-tts tag=\"\(tag.attributeEscaped)\" text=\"\(words)\"></omena-tts>"
            case .front(let pieces):
                // What was typed is compared once.
                html += pieces.filter { !asksItself || !$0.isTyped }.html(isFront: isFront)
            }
        }
        return html
    }
}

extension CardPiece {
    var isTyped: Bool { if case .typed = self { true } else { false } }

    /// What stands for it where it is said to nobody: the front itself, and what a voice would say.
    var spokenOut: [CardPiece] {
        switch self {
        case .front(let pieces): pieces
        case .spoken(_, let text): [.markup(text)]
        default: [self]
        }
    }

    /// Whether a back shows it besides the front.
    var addsToFront: Bool {
        switch self {
        case .value(_, let text, _), .hint(_, let text, _), .typed(_, _, let text):
            !text.isBlankField
        case .markup, .spoken, .front: false
        }
    }
}
