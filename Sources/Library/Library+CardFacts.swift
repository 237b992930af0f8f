package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// What there is to know of a card; nil where there is no such note outside the bin.
    ///
    /// - Parameter face: which of its cards; unless it is given, or where the note does not ask this, the first one.
    package func facts(of note: NoteID, face: Face?) throws(LibraryError) -> CardFacts? {
        try translatingErrors {
            try database.read { reader in
                guard let note = try reader.note(note), note.binned == nil,
                    let type = try reader.noteType(note.type)
                else { return nil }
                let shelf = DeckShelf(try reader.decks())
                var questions = Questions(
                    types: [type.id: type],
                    on: shelf,
                    ruby: try reader.settings().ruby,
                    reading: japanese
                )
                let known = try reader.cards(of: note.id)
                let stored = LazyNote(note)
                let asked = try questions.faces(of: stored)
                let faces = asked + known.map(\.face).filter { !asked.contains($0) }
                let wanted = face.flatMap { faces.contains($0) ? $0 : nil } ?? faces.first
                let chosen = wanted ?? .template(1)
                let card = known.first { $0.face == chosen }
                let texts = note.values.sorted { $0.key < $1.key }.map { Side(text: $0.value.text) }
                var sides =
                    try questions.sides(of: stored, face: chosen)
                    ?? Sides(
                        front: texts.first ?? Side(text: ""),
                        back: texts.dropFirst().first ?? Side(text: "")
                    )
                var sheets = FaceSheets()
                try sides.showMedia(with: reader, &sheets)
                return CardFacts(
                    note: note,
                    type: type,
                    deck: shelf.deck(card?.deck ?? note.deck)?.name.text ?? "",
                    faces: faces,
                    face: chosen,
                    sides: sides,
                    card: card,
                    answers: try reader.answers(
                        to: CardID(note: note.id, face: chosen),
                        limit: CardFacts.mostAnswers
                    ).map {
                        CardFacts.Answer(
                            moment: $0.moment,
                            grade: $0.grade,
                            isPractice: $0.isPractice
                        )
                    }
                )
            }
        }
    }
}
