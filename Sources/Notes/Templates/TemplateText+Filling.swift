extension TemplateText {
    /// Whether a field that holds something would be replaced: what Anki asks of a front before it makes the card.
    func showsField(in context: CardContext) -> Bool { Self.showsField(nodes, context) }

    /// The side filled in.
    func pieces(in context: CardContext) -> [CardPiece] {
        var pieces: [CardPiece] = []
        Self.fill(nodes, context, &pieces)
        return pieces
    }

    private static func showsField(_ nodes: [Node], _ context: CardContext) -> Bool {
        nodes.contains { node in
            switch node {
            case .markup: false
            case .field(let name, _): context.isFilled(name)
            case .section(let name, let isInverted, let inner):
                context.isFilled(name) != isInverted && showsField(inner, context)
            }
        }
    }

    private static func fill(
        _ nodes: [Node],
        _ context: CardContext,
        _ pieces: inout [CardPiece]
    ) {
        for node in nodes {
            switch node {
            case .markup(let markup):
                pieces.append(.markup(markup))
            case .field("FrontSide", _):
                // As Anki does, whatever filters are asked for.
                pieces += context.front ?? []
            case .field(let name, let filters):
                pieces.append(piece(name, filters, context))
            case .section(let name, let isInverted, let inner):
                if context.isFilled(name) != isInverted { fill(inner, context, &pieces) }
            }
        }
    }

    private static func piece(
        _ name: String,
        _ filters: [String],
        _ context: CardContext
    ) -> CardPiece {
        var text = context.texts[name] ?? ""
        if filters.last == "type" {
            return .typed(field: name, filters: filters.dropLast(), text: text)
        }
        // `{{tts ja_JP:Word}}` is said and not shown; the speaker of a side says what it shows.
        if filters.contains(where: { $0.hasPrefix("tts ") }) { return .markup("") }
        for filter in filters {
            switch filter {
            case "text": text = text.withoutMarkup
            case "cloze": text = gaps(in: text, context)
            case "kana": text = BracketedReadings(text).readings
            case "kanji": text = BracketedReadings(text).written
            default: break
            }
        }
        return filters.contains("hint")
            ? .hint(field: name, text: text) : .value(field: name, text: text)
    }

    private static func gaps(in text: String, _ context: CardContext) -> String {
        let isFilled = context.front != nil
        return ClozeText(text).text(asking: context.number, isFilled: isFilled) ?? ""
    }
}

extension CardPiece {
    /// As it stands on Anki's side before the page takes it up; hints, which are folded there, unfolded.
    var markup: String {
        switch self {
        case .markup(let text), .value(_, let text), .hint(_, let text): text
        case .typed(let field, let filters, _):
            "[[type:\((filters.reversed() + [field]).joined(separator: ":"))]]"
        }
    }
}
