extension NoteType: Codable {
    private enum Key: String, CodingKey {
        case id, name, fields, cards, css, anki
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        id = try values.decode(NoteTypeID.self, forKey: .id)
        name = try values.decode(String.self, forKey: .name)
        fields = try values.decode([Field].self, forKey: .fields)
        cards = try values.decode(CardSource.self, forKey: .cards)
        css = try values.decodeIfPresent(String.self, forKey: .css) ?? ""
        anki = try values.decodeIfPresent(String.self, forKey: .anki)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(id, forKey: .id)
        try values.encode(name, forKey: .name)
        try values.encode(fields, forKey: .fields)
        try values.encode(cards, forKey: .cards)
        if !css.isEmpty { try values.encode(css, forKey: .css) }
        try values.encodeIfPresent(anki, forKey: .anki)
    }
}

/// Encoded as an object with a `kind`, so that kinds can be added without a new version.
extension NoteType.CardSource: Codable {
    private enum Key: String, CodingKey {
        case kind, templates, template
    }

    private enum Kind: String, Codable {
        case templates, cloze, languages, place
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self =
            switch try values.decode(Kind.self, forKey: .kind) {
            case .templates:
                .templates(try values.decode([NoteType.Template].self, forKey: .templates))
            case .cloze:
                .cloze(try values.decode(NoteType.Template.self, forKey: .template))
            case .languages:
                .languages
            case .place:
                .place
            }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        switch self {
        case .templates(let templates):
            try values.encode(Kind.templates, forKey: .kind)
            try values.encode(templates, forKey: .templates)
        case .cloze(let template):
            try values.encode(Kind.cloze, forKey: .kind)
            try values.encode(template, forKey: .template)
        case .languages:
            try values.encode(Kind.languages, forKey: .kind)
        case .place:
            try values.encode(Kind.place, forKey: .kind)
        }
    }
}
