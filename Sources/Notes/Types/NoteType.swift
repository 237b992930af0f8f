package import Languages

/// Defines the fields of notes and how cards are generated from them.
package struct NoteType: Hashable, Sendable {
    package var id: NoteTypeID
    package var name: String
    /// In the order of forms.
    package var fields: [Field]
    /// How cards are generated.
    package var cards: CardSource
    package var css: String
    /// Anki's data about the type that Omena does not use, as JSON.
    package var anki: String?

    package init(
        id: NoteTypeID,
        name: String,
        fields: [Field],
        cards: CardSource,
        css: String = "",
        anki: String? = nil
    ) {
        self.id = id
        self.name = name
        self.fields = fields
        self.cards = cards
        self.css = css
        self.anki = anki
    }
}

extension NoteType {
    /// Whether fields contain HTML, as in Anki, instead of text.
    package var usesHTML: Bool { anki != nil }

    /// Its style sheet and templates, which may name pictures, sounds and fonts.
    package var style: String { css + templates.map { $0.front + $0.back }.joined() }

    package struct Field: Hashable, Codable, Sendable {
        package var id: FieldID
        /// The name in forms and templates.
        package var name: String
        /// The language of its texts, if it is always the same.
        package var language: LanguageTag?

        package init(id: FieldID, name: String, language: LanguageTag? = nil) {
            self.id = id
            self.name = name
            self.language = language
        }
    }

    /// One question that a note can ask, and its answer, in Anki's template syntax.
    package struct Template: Hashable, Codable, Sendable {
        package var id: TemplateID
        package var name: String
        package var front: String
        package var back: String

        package init(id: TemplateID, name: String, front: String, back: String) {
            self.id = id
            self.name = name
            self.front = front
            self.back = back
        }
    }

    package enum CardSource: Hashable, Sendable {
        /// One card for each template whose front is not empty.
        case templates([Template])
        /// One card for each gap in the text, all with one template.
        case cloze(Template)
        /// One card for each pair of languages that the note has.
        case languages
        /// Name and description ask for each other, and the name asks for the position on the map.
        case place
    }
}
