import HTTP
import JSON
import Languages
import Library
import LibraryValues
import Notes

extension Application {
    /// - Throws: 404 for a note that does not exist or is in the bin.
    func foundNote(_ id: NoteID) throws -> FoundNotesAnswer.FoundNote {
        guard let row = try library.noteRow(id), row.note.binned == nil else {
            throw HTTPError(.notFound, message: "There is no such note.")
        }
        return FoundNotesAnswer.FoundNote(row)
    }

    /// `POST /api/v1/notes`.
    func addNote(_ call: APICall) throws -> JSONAnswer {
        let name = call.body["type"]?.text ?? ""
        let types = try library.noteTypes().map(\.type)
        let type =
            types.first { $0.name.lowercased() == name.lowercased() }
            ?? types.first { $0.id.description == name }
        guard let type else {
            throw HTTPError(
                .unprocessableContent,
                message: "There is no card type “\(name.prefix(80))”."
            )
        }
        let deck = try deck(named: call.body["deck"]?.text ?? "")
        return try save(NoteDraft(type: type.id, deck: deck), of: type, over: nil, call)
    }

    /// `PATCH /api/v1/notes/{note}`.
    func changeNote(_ call: APICall) throws -> JSONAnswer {
        let id: NoteID = try call.id("note")
        guard let row = try library.noteRow(id), row.note.binned == nil,
            let type = try library.noteTypes().map(\.type).first(where: { $0.id == row.note.type })
        else { throw HTTPError(.notFound, message: "There is no such note.") }
        var draft = NoteDraft(row.note)
        if let deck = call.body["deck"]?.text { draft.deck = try self.deck(named: deck) }
        return try save(draft, of: type, over: row.note, call)
    }

    /// A deck by its name or its id.
    func deck(named text: String) throws -> DeckID {
        let decks = try library.decks()
        let key = DeckName(text)?.key
        let deck =
            decks.first { $0.name.key == key } ?? decks.first { $0.id.description == text }
        guard let deck else {
            throw HTTPError(
                .unprocessableContent,
                message: "There is no deck “\(text.prefix(80))”."
            )
        }
        return deck.id
    }

    private func save(
        _ given: NoteDraft,
        of type: NoteType,
        over note: Note?,
        _ call: APICall
    ) throws -> JSONAnswer {
        var draft = given
        for (name, text) in call.body["fields"]?.members ?? [:] {
            draft.values[try Self.field(name, of: type), default: NoteDraft.Value()].text =
                text.text ?? ""
        }
        if let tags = call.body["tags"] {
            let names = tags.elements.compactMap(\.text)
            guard names.allSatisfy({ !$0.contains(where: \.isWhitespace) && TagName($0) != nil })
            else {
                throw HTTPError(.unprocessableContent, message: "A tag is one word without spaces.")
            }
            draft.tags = names.joined(separator: " ")
        }
        if call.body.has("wordType") {
            draft.wordType = call.body["wordType"]?.text.flatMap { WordType(rawValue: $0) }
        }
        if call.body.has("place") { draft.place = try Self.place(call.body["place"], of: type) }
        let saving = try library.save(
            draft,
            as: note?.id,
            seen: note.map(NoteSnapshot.init),
            allowsDuplicate: call.body["even"]?.isTrue ?? false,
            by: browser(of: call.request)
        )
        switch saving {
        case .saved(let change, let id):
            return JSONAnswer(NoteChange(note: try foundNote(id), change: ChangeAnswer(change)))
        case .refused(let form):
            if let duplicate = form.duplicate?.description {
                throw HTTPError(
                    .conflict,
                    message: "The note \(duplicate) asks the same question; send “even” to add it."
                )
            }
            if let problem = form.problem { throw HTTPError(.conflict, problem) }
            let flaws = form.flaws.map(\.description).joined(separator: " ")
            throw HTTPError(.unprocessableContent, message: flaws)
        }
    }

    private static func place(
        _ point: JSONValue?,
        of type: NoteType
    ) throws(HTTPError) -> PlaceInput {
        guard type.cards == .place else {
            throw HTTPError(
                .unprocessableContent,
                message: "Cards of type “\(type.name)” have no place on the map."
            )
        }
        guard let latitude = point?["latitude"]?.real, let longitude = point?["longitude"]?.real,
            let place = Place(latitude: latitude, longitude: longitude)
        else { return PlaceInput("") }
        return PlaceInput(place)
    }

    private static func field(_ name: String, of type: NoteType) throws(HTTPError) -> FieldID {
        if type.cards == .languages, let tag = LanguageTag(name) { return .language(tag) }
        let key = name.lowercased()
        if let field = type.fields.first(where: { $0.name.lowercased() == key }) {
            return field.id
        }
        throw HTTPError(
            .unprocessableContent,
            message: "Notes of type “\(type.name)” have no field “\(name.prefix(80))”."
        )
    }

    private struct NoteChange: Encodable {
        let note: FoundNotesAnswer.FoundNote
        let change: ChangeAnswer
    }
}
