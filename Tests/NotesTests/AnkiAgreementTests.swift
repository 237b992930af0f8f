import Notes
import Testing

/// Compares cards with those that the real Anki generates.
struct AnkiAgreementTests {
    @Test(arguments: AnkiCase.all.filter { !$0.refused })
    func generatesTheCardsThatAnkiGenerates(_ ankiCase: AnkiCase) throws {
        let maker = CardGenerator(ankiCase.noteType)

        for ankiNote in try #require(ankiCase.notes) {
            let note = ankiCase.note(ankiNote)
            let expected = ankiNote.cards.filter { $0.empty != true }
                .map { ankiCase.face($0.number) }
            #expect(maker.faces(of: note) == expected, "\(ankiNote.values) \(ankiNote.tags)")
        }
    }

    @Test(arguments: AnkiCase.all.filter { !$0.refused })
    func showsWhatAnkiShows(_ ankiCase: AnkiCase) throws {
        let maker = CardGenerator(ankiCase.noteType)
        let deck = try #require(DeckName("Outer::Inner"))

        for ankiNote in try #require(ankiCase.notes) {
            for card in ankiNote.cards where card.front != nil {
                let face = try #require(ankiCase.face(card.number))
                let markup = maker.markup(of: ankiCase.note(ankiNote), face: face, in: deck)
                #expect(markup?.front == card.front, "\(ankiNote.values)")
                #expect(markup?.back == card.back, "\(ankiNote.values)")
            }
        }
    }

    @Test(arguments: AnkiCase.all)
    func findsFlawsWhereAnkiRefuses(_ ankiCase: AnkiCase) {
        #expect(ankiCase.noteType.flaws.isEmpty != ankiCase.refused)
    }

    @Test func fixtureIsComplete() {
        let cards = AnkiCase.all.flatMap { $0.notes ?? [] }.flatMap(\.cards)

        #expect(AnkiCase.all.count { $0.refused } >= 20)
        #expect(cards.count { $0.front != nil } >= 500)
        #expect(cards.count { $0.empty == true } >= 10)
    }
}
