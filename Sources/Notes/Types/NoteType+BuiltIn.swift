/// The note types that every library starts with; their ids are the same everywhere.
extension NoteType {
    /// A question and its answer.
    package static let basic = NoteType(
        id: NoteTypeID(rawValue: 1),
        name: "Basic",
        fields: [Field(id: 1, name: "Front"), Field(id: 2, name: "Back")],
        cards: .templates([Template(id: 1, name: "Forward", front: "{{Front}}", back: "{{Back}}")])
    )

    /// A question and its answer, asked both ways.
    package static let basicAndReversed = NoteType(
        id: NoteTypeID(rawValue: 2),
        name: "Basic and reversed",
        fields: [Field(id: 1, name: "Front"), Field(id: 2, name: "Back")],
        cards: .templates([
            Template(id: 1, name: "Forward", front: "{{Front}}", back: "{{Back}}"),
            Template(id: 2, name: "Reversed", front: "{{Back}}", back: "{{Front}}"),
        ])
    )

    /// A word with its pronunciation and meaning.
    package static let word = NoteType(
        id: NoteTypeID(rawValue: 3),
        name: "Word",
        fields: [
            Field(id: 1, name: "Word"),
            Field(id: 2, name: "Pronunciation"),
            Field(id: 3, name: "Definition"),
        ],
        cards: .templates([
            Template(
                id: 1,
                name: "Word",
                front: "{{Word}}",
                back: "{{Definition}}{{#Pronunciation}}<br>{{Pronunciation}}{{/Pronunciation}}"
            )
        ])
    )

    /// A text with gaps to fill.
    package static let cloze = NoteType(
        id: NoteTypeID(rawValue: 4),
        name: "Cloze",
        fields: [Field(id: 1, name: "Text"), Field(id: 2, name: "Back Extra")],
        cards: .cloze(
            Template(
                id: 1,
                name: "Cloze",
                front: "{{cloze:Text}}",
                back: "{{cloze:Text}}{{#Back Extra}}<br>{{Back Extra}}{{/Back Extra}}"
            )
        )
    )

    /// One thing in many languages, any of which can ask for any other.
    package static let languages = NoteType(
        id: NoteTypeID(rawValue: 5),
        name: "Languages",
        fields: [],
        cards: .languages
    )

    /// A place on the map.
    package static let place = NoteType(
        id: NoteTypeID(rawValue: 6),
        name: "Place",
        fields: [
            Field(id: .placeName, name: "Name"),
            Field(id: .placeDescription, name: "Description"),
        ],
        cards: .place
    )

    /// All of them, in the order of forms.
    package static let builtIn: [NoteType] = [
        basic, basicAndReversed, word, cloze, languages, place,
    ]
}

extension FieldID {
    package static let placeName: FieldID = 1
    package static let placeDescription: FieldID = 2
}
