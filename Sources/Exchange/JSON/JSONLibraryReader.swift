internal import FoundationEssentials
internal import JSON
internal import Languages
internal import LibraryValues
internal import Notes
internal import Recall

/// Reads Omena's own JSON: once to check it and to find everything but notes, and again for each pass over the notes.
struct JSONLibraryReader {
    /// The version that is written, and the highest that is read.
    static let version = 1

    private var decks: [ImportDeck] = []
    private var types: [ImportNoteType] = []
    private var noteCount = 0
    private var parameters: Parameters?
    private var settings: StudySettings?
    private var mediaNames: [String] = []

    private let path: String
    private let name: String
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

    /// Checks the whole file, and reads everything but notes and the contents of media.
    private mutating func survey() throws {
        guard var elements = JSONElements(path: path) else { throw DiskFile(path).unreadable }
        var isOurs = false
        var version: Int?
        var numbers: [Double] = []
        try elements.forEach { member, offset, bytes in
            switch member {
            case "format": isOurs = try JSONCoding.decode(String.self, from: bytes) == "omena"
            case "version": version = try JSONCoding.decode(Int.self, from: bytes)
            case "parameters": numbers.append(try JSONCoding.decode(Double.self, from: bytes))
            case "settings": settings = try JSONCoding.decode(StudySettings.self, from: bytes)
            case "decks": try add(try JSONCoding.decode(JSONDeck.self, from: bytes))
            case "noteTypes":
                types.append(ImportNoteType(try JSONCoding.decode(NoteType.self, from: bytes)))
            case "notes": noteCount += 1
            case "media":
                let medium = try JSONCoding.decode(JSONMediumName.self, from: bytes)
                if mediaOffsets.updateValue(offset, forKey: medium.name) == nil {
                    mediaNames.append(medium.name)
                }
            default: break
            }
        }
        guard isOurs, let version else { throw Refusal(words: "It isn’t an Omena library.") }
        guard version <= Self.version else {
            throw Refusal(
                words: "It was created by a newer version of Omena. Update Omena to read it."
            )
        }
        parameters = numbers.isEmpty ? nil : try? Parameters(numbers)
    }

    private mutating func add(_ deck: JSONDeck) throws {
        guard let name = DeckName(deck.name) else {
            throw Refusal(words: "“\(deck.name.shortened)” can’t be used as a deck name.")
        }
        var given = ImportDeck(name: name, settings: deck.settings)
        // Its id in another library means nothing here.
        given.settings.file = nil
        if let file = deck.file, let bytes = Data(base64Encoded: file.bytes) {
            given.file = ImportFile(bytes: [UInt8](bytes), names: file.names ?? [:])
        }
        decks.append(given)
    }

    /// - Parameter container: The deck that all decks are put into; nil to leave them where they are.
    func batch(into container: DeckName?, update: UpdateRule) -> ImportBatch {
        var batch = ImportBatch(
            file: name,
            into: container ?? DeckName(anki: "Default"),
            noteCount: noteCount,
            update: update
        ) { _, body in
            try forEachNote { try body(.note($0)) }
        }
        batch.container = container
        batch.isCollection = true
        batch.decks = decks
        batch.types = types
        batch.settings = settings
        batch.parameters = parameters
        batch.media = ImportMedia(names: mediaNames, read: medium)
        return batch
    }

    private func medium(named name: String, limit: Int) throws -> [UInt8]? {
        guard let offset = mediaOffsets[name],
            var elements = JSONElements(path: path, from: offset)
        else { return nil }
        let medium = try JSONCoding.decode(JSONMedium.self, from: elements.value())
        guard let data = Data(base64Encoded: medium.bytes), data.count <= limit else { return nil }
        return [UInt8](data)
    }

    private func forEachNote(_ body: (ImportNote) throws -> Void) throws {
        guard var elements = JSONElements(path: path) else { return }
        var number = 0
        try elements.forEach { member, _, bytes in
            guard member == "notes" else { return }
            number += 1
            let note: JSONNote
            do {
                note = try JSONCoding.decode(JSONNote.self, from: bytes)
            } catch {
                throw ExchangeError.refused(
                    "\(name), note \(String(number)): \(Self.words(error))"
                )
            }
            try body(ImportNote(note))
        }
    }

    private struct Refusal: Error { var words: Phrase }

    private static func words(_ error: any Error) -> Phrase {
        switch error {
        case let error as Refusal: error.words
        case let error as JSONElements.Flaw:
            "It’s damaged or incomplete at byte \(String(error.offset))."
        case DecodingError.dataCorrupted(let context): Phrase(verbatim: context.debugDescription)
        case DecodingError.keyNotFound(let key, _): "“\(key.stringValue)” is missing."
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            Phrase(verbatim: context.debugDescription)
        default: Phrase(verbatim: "\(error)")
        }
    }
}

extension ImportNote {
    fileprivate init(_ json: JSONNote) {
        self.init(.guid(json.guid), type: json.type, values: json.fields)
        id = json.id?.ifForeign
        deck = DeckName(json.deck)
        hasAllFields = true
        tags = (json.tags ?? []).compactMap { TagName($0) }
        hasAllTags = true
        wordType = json.wordType
        if let latitude = json.latitude, let longitude = json.longitude {
            place = Place(latitude: latitude, longitude: longitude)
        }
        made = json.made
        changed = json.changed
        isSuspended = json.suspended ?? false
        cards = (json.cards ?? []).map(ImportCard.init)
    }
}

extension ImportCard {
    fileprivate init(_ json: JSONCard) {
        self.init(
            face: json.face,
            deck: json.deck.flatMap { DeckName($0) },
            state: json.state ?? .new,
            hasMemory: true
        )
        position = json.position
        isSuspended = json.isSuspended ?? false
        burial = json.burial
        buriedUntil = json.buriedUntil
        leechLapses = json.leech ?? 0
        flag = json.flag ?? 0
        extras = json.extras
        log = (json.log ?? []).sorted { ($0.moment, $0.id) < ($1.moment, $1.id) }
            .compactMap(\.entry)
    }
}
