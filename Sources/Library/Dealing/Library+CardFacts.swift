package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// The facts of a card; nil where its note does not exist outside the bin.
    ///
    /// - Parameter face: The card's face; defaults to the note's first, also if the note does not have it.
    package func facts(of note: NoteID, face: Face?) throws(LibraryError) -> CardFacts? {
        try read { reader in
            guard let note = try reader.note(note), note.binned == nil,
                let type = try reader.noteType(note.type)
            else { return nil }
            let hierarchy = DeckHierarchy(try reader.decks())
            var questions = Questions(
                types: [type.id: type],
                in: hierarchy,
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
            var sides = try questions.sides(of: stored, face: chosen) ?? CardSides(textsOf: note)
            var sheets = FaceSheets()
            try sides.showMedia(with: reader, &sheets)
            return CardFacts(
                note: note,
                type: type,
                deck: hierarchy.deck(card?.deck ?? note.deck)?.name.text ?? "",
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
