import Languages
import Notes
import Recall
import SQLite
import Storage

/// A library to be created: one card per note, some due, one in ten new, in decks inside the deck "All".
struct SampleLibrary {
    let name: String
    let cards: Int
    let due: Int
    let decks: Int
    let languages: Int

    init(_ name: String, cards: Int, due: Int, decks: Int = 1, languages: Int = 0) {
        self.name = name
        self.cards = cards
        self.due = due
        self.decks = decks
        self.languages = languages
    }

    private static let tags = [
        "en", "fi", "fr", "ja", "ja-Latn", "ko", "ko-Latn", "nb", "pa-Arab", "pa-Guru", "pa-Latn",
        "sv", "uk", "uk-Latn", "zh-Hans", "zh-Latn",
    ].compactMap { LanguageTag($0) }

    func fill(_ writer: borrowing Writer, now: Moment) throws {
        for deck in 0..<decks {
            let name = deck == 0 ? "All" : "All::Part \(deck / 30)::Deck \(deck)"
            guard let name = DeckName(name) else { continue }
            try writer.insert(Deck(id: DeckID(rawValue: Int64(deck) + 1), name: name), at: now)
        }
        for index in 0..<cards {
            try writer.insert(note(index))
            guard index < due || index % 10 != 0 else { continue }
            try learn(index, writer, now: now)
        }
        // As if all derived data were complete, so that no measurement includes it.
        try writer.connection.run("UPDATE note SET has_new = 0 WHERE introduced > 0")
        try writer.connection.run("UPDATE note SET has_new = 1 WHERE introduced = 0")
        if languages > 0 { try writer.connection.run("UPDATE note SET has_new = 1") }
    }

    private func note(_ index: Int) -> Note {
        var values: [FieldID: FieldValue] = [:]
        for tag in Self.tags.prefix(languages) {
            values[.language(tag)] = FieldValue("word \(index) in \(tag)")
        }
        if languages == 0 {
            values = [1: FieldValue("question \(index)"), 2: FieldValue("answer \(index)")]
        }
        return Note(
            id: NoteID(rawValue: Int64(index) + 1),
            guid: NoteGUID(rawValue: "\(index)"),
            type: languages > 0 ? NoteType.languages.id : NoteType.basic.id,
            deck: DeckID(rawValue: Int64(index % decks) + 1),
            values: values,
            made: Moment(milliseconds: Int64(index))
        )
    }

    /// Creates a learned card, overdue by some days if it is among the due ones.
    private func learn(_ index: Int, _ writer: borrowing Writer, now: Moment) throws {
        let day = DayBoundary().day(of: now.milliseconds, offset: 0)
        let interval = 5 + index % 60
        let ahead = index < due ? -(index % 20) : 1 + index % 100
        try writer.connection.run(
            """
            INSERT INTO card (note, face, stage, stability, difficulty, due, interval, reviews, lapses,
                last_review, last_day)
            VALUES (:note, :face, 2, :stability, :difficulty, :due, :interval, 4, 0, :last_review,
                :last_day)
            """,
            [
                "note": Int64(index) + 1, "face": languages > 0 ? "en>fi" : "1",
                "stability": Double(interval) * 0.9, "difficulty": Double(1 + index % 9),
                "due": DayBoundary().start(of: day + ahead, offset: 0), "interval": interval,
                "last_review": DayBoundary().start(of: day + ahead - interval, offset: 0),
                "last_day": day + ahead - interval,
            ]
        )
    }
}
