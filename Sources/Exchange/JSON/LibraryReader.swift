internal import FoundationEssentials
internal import Languages
internal import Library
internal import Notes
internal import Recall

/// Reads Omena's own JSON, a note at a time: once to know what there is, and once more for the notes.
struct LibraryReader: CollectionSource {
    /// The version that is written, and the highest that is read.
    static let version = 1

    private(set) var decks: [CollectionDeck] = []
    private(set) var types: [CollectionType] = []
    private(set) var noteCount = 0
    private(set) var parameters: Parameters?
    private(set) var settings: StudySettings?
    private(set) var leftOut: [Phrase] = []
    private(set) var mediaNames: [String] = []

    private let path: String
    private let name: String
    private var deckNumbers: [String: Int64] = [:]
    private var mediaOffsets: [String: Int] = [:]

    init(path: String, name: String) throws(ExchangeError) {
        self.path = path
        self.name = name
        do {
            try survey()
        } catch let error as ExchangeError {
            throw error
        } catch {
            throw .badPackage(file: name, reason: Self.words(error))
        }
    }

    /// Learns what there is besides notes, and that the whole file is what it should be.
    private mutating func survey() throws {
        guard var elements = JSONElements(path: path) else { throw DiskFile(path).unreadable }
        let decoder = JSONDecoder()
        var isOurs = false
        var version: Int?
        var numbers: [Double] = []
        try elements.forEach { member, offset, bytes in
            let data = Data(bytes)
            switch member {
            case "format": isOurs = try decoder.decode(String.self, from: data) == "omena"
            case "version": version = try decoder.decode(Int.self, from: data)
            case "parameters": numbers.append(try decoder.decode(Double.self, from: data))
            case "settings": settings = try decoder.decode(StudySettings.self, from: data)
            case "decks": try add(try decoder.decode(WrittenDeck.self, from: data))
            case "noteTypes":
                let type = try decoder.decode(NoteType.self, from: data)
                types.append(
                    CollectionType(
                        number: type.id.rawValue,
                        type: type,
                        changed: Moment(milliseconds: 0)
                    )
                )
            case "notes": noteCount += 1
            case "media":
                let medium = try decoder.decode(WrittenMediumName.self, from: data)
                if mediaOffsets.updateValue(offset, forKey: medium.name) == nil {
                    mediaNames.append(medium.name)
                }
            default: break
            }
        }
        guard isOurs, let version else { throw Refusal(words: "It is no library of Omena’s.") }
        guard version <= Self.version else {
            throw Refusal(words: "A later version of Omena wrote it; update Omena.")
        }
        parameters = numbers.isEmpty ? nil : try? Parameters(numbers)
    }

    private mutating func add(_ deck: WrittenDeck) throws {
        guard let name = DeckName(deck.name) else {
            throw Refusal(words: "“\(deck.name.shortened)” cannot be the name of a deck.")
        }
        // 1 is the number of a deck that Anki makes where nobody asks for it.
        let number = Int64(decks.count + 2)
        var given = CollectionDeck(number: number, name: name, settings: deck.settings)
        // The number that it has in another library says nothing here.
        given.settings.file = nil
        if let file = deck.file, let bytes = Data(base64Encoded: file.bytes) {
            given.file = CollectionFile(bytes: [UInt8](bytes), names: file.names ?? [:])
        }
        decks.append(given)
        deckNumbers[name.key] = number
    }

    func medium(named name: String, limit: Int) throws -> [UInt8]? {
        guard let offset = mediaOffsets[name],
            var elements = JSONElements(path: path, from: offset)
        else { return nil }
        let medium = try JSONDecoder().decode(
            WrittenMedium.self,
            from: Data(try elements.value())
        )
        guard let data = Data(base64Encoded: medium.bytes), data.count <= limit else { return nil }
        return [UInt8](data)
    }

    func forEachNote(
        _ rules: CollectionRules,
        _ body: (CollectionNote) throws -> Void
    ) throws {
        guard var elements = JSONElements(path: path) else { return }
        let decoder = JSONDecoder()
        var number = 0
        try elements.forEach { member, _, bytes in
            guard member == "notes" else { return }
            number += 1
            let written: WrittenNote
            do {
                written = try decoder.decode(WrittenNote.self, from: Data(bytes))
            } catch {
                throw LibraryError.refused(
                    "\(name), note \(String(number)): \(Self.words(error))"
                )
            }
            try body(note(written))
        }
    }

    private func note(_ written: WrittenNote) -> CollectionNote {
        let deck = DeckName(written.deck).flatMap { deckNumbers[$0.key] } ?? 1
        var note = CollectionNote(
            guid: written.guid,
            type: written.type.rawValue,
            deck: deck,
            values: written.fields,
            tags: (written.tags ?? []).compactMap { TagName($0) },
            made: written.made,
            changed: written.changed,
            cards: (written.cards ?? []).map { card($0, home: deck) }
        )
        note.id = written.id
        note.isSuspended = written.suspended ?? false
        note.wordType = written.wordType
        if let latitude = written.latitude, let longitude = written.longitude {
            note.place = Place(latitude: latitude, longitude: longitude)
        }
        return note
    }

    private func card(_ written: WrittenCard, home: Int64) -> CollectionCard {
        var card = CollectionCard(
            face: written.face,
            deck: written.deck.flatMap { DeckName($0) }.flatMap { deckNumbers[$0.key] } ?? home,
            state: written.state ?? .new,
            hasMemory: true
        )
        card.position = written.position
        card.isSuspended = written.isSuspended ?? false
        card.burial = written.burial
        card.buriedUntil = written.buriedUntil
        card.leechLapses = max(written.leech ?? 0, 0)
        card.flag = min(written.flag ?? 0, 7)
        card.extras = written.extras
        card.log = (written.log ?? []).compactMap(\.entry)
        return card
    }

    private struct Refusal: Error { var words: Phrase }

    private static func words(_ error: any Error) -> Phrase {
        switch error {
        case let error as Refusal: error.words
        case let error as JSONElements.Flaw:
            "It is broken, or ends too early, at byte \(String(error.offset))."
        case DecodingError.dataCorrupted(let context): Phrase(verbatim: context.debugDescription)
        case DecodingError.keyNotFound(let key, _): "“\(key.stringValue)” is missing."
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            Phrase(verbatim: context.debugDescription)
        default: Phrase(verbatim: "\(error)")
        }
    }
}
