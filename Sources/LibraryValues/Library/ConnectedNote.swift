package import Notes
package import Recall

/// A note as the interface of AnkiConnect shows it, with all its cards.
package struct ConnectedNote: Sendable {
    package var note: Note
    package var type: NoteType
    /// In the order of the cards of its type; never empty.
    package var cards: [ConnectedCard]

    package init(note: Note, type: NoteType, cards: [ConnectedCard]) {
        self.note = note
        self.type = type
        self.cards = cards
    }
}

/// A card of such a note; it has no row before its first review.
package struct ConnectedCard: Sendable {
    package var id: CardID
    /// Its place among the cards of its note: that of its template, or of its gap.
    package var ord: Int
    package var deck: DeckID
    package var marks = CardMarks()
    package var state = CardState.new
    /// Its place in the queue of new cards.
    package var position: Int?

    package init(id: CardID, ord: Int, deck: DeckID) {
        self.id = id
        self.ord = ord
        self.deck = deck
    }
}

extension ConnectedNote {
    /// The names of its fields with their values as HTML, in order.
    ///
    /// A note of languages has a field for each language, named by its tag; a place also has its coordinates.
    package var fields: [(name: String, html: String)] {
        var fields = type.fields.map { ($0.name, html(of: $0.id)) }
        if type.cards == .languages {
            fields = note.values.keys.sorted().map { ($0.description, html(of: $0)) }
        }
        if type.cards == .place {
            fields.append((Self.latitude, note.place.map { "\($0.latitude)" } ?? ""))
            fields.append((Self.longitude, note.place.map { "\($0.longitude)" } ?? ""))
        }
        return fields
    }

    package static let latitude = "Latitude"
    package static let longitude = "Longitude"

    private func html(of field: FieldID) -> String {
        let text = note.text(of: field)
        return type.usesHTML ? text : AnkiMarkup.html(of: text)
    }
}
