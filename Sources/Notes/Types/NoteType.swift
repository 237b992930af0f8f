public import Languages

/// Names the fields of its notes and says which cards come of a note.
public struct NoteType: Hashable, Sendable {
    /// Names it for good.
    public var id: NoteTypeID
    /// What it is called.
    public var name: String
    /// In the order in which a form shows them.
    public var fields: [Field]
    /// How cards come of its notes.
    public var cards: CardSource
    /// The sheet of its cards, in CSS.
    public var css: String
    /// What Anki keeps with the type and we do not use, as JSON text.
    public var anki: String?

    /// Puts a note type together.
    public init(
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
    /// Whether what fields hold is HTML, as in Anki; here it is text.
    public var holdsMarkup: Bool { anki != nil }

    /// One named field.
    public struct Field: Hashable, Codable, Sendable {
        /// Names it for good.
        public var id: FieldID
        /// What it is called, in forms and in templates.
        public var name: String
        /// What its texts are written in, if that is always the same.
        public var language: LanguageTag?

        /// Puts a field together.
        public init(id: FieldID, name: String, language: LanguageTag? = nil) {
            self.id = id
            self.name = name
            self.language = language
        }
    }

    /// One question that a note can ask, and its answer, in Anki's template syntax.
    public struct Template: Hashable, Codable, Sendable {
        /// Names it for good.
        public var id: TemplateID
        /// What it is called.
        public var name: String
        /// What is asked.
        public var front: String
        /// What answers.
        public var back: String

        /// Puts a template together.
        public init(id: TemplateID, name: String, front: String, back: String) {
            self.id = id
            self.name = name
            self.front = front
            self.back = back
        }
    }

    /// How cards come of a note.
    public enum CardSource: Hashable, Sendable {
        /// One card for each template whose front shows something.
        case templates([Template])
        /// One card for each gap in the text, all of them drawn by the one template.
        case cloze(Template)
        /// One card for each pair of languages that the note has.
        case languages
        /// Name and description ask for each other, and the name asks to be found on the map.
        case place
    }
}
