internal import JSON
internal import Notes
internal import Recall
internal import SQLite

// How objects are written into the tables that hold their values. Every value was checked by `isValid`.

extension Writer {
    /// Writes an object as it is after merging.
    func store(_ object: SyncObject, over before: SyncObject) throws {
        guard object.exists != before.exists || object.values != before.values else { return }
        switch SyncKind(rawValue: object.key.kind) {
        case .type: try storeType(object)
        case .deck:
            try storeDeck(object)
            try refreshInheritingDecks(of: before, as: object)
        case .note: try storeNote(object, over: before)
        case .medium: try storeMedium(object)
        case .setting: try storeSetting(object)
        case .overwritten: try storeOverwritten(object)
        case .event, nil: preconditionFailure("Events are not written part by part")
        }
    }

    private func storeType(_ object: SyncObject) throws {
        guard object.exists, let text = object.values["definition"]?.string else {
            return _ = try connection.run(
                "DELETE FROM note_type WHERE id = :id",
                ["id": object.key.id]
            )
        }
        let type = StoredJSON.read(text, as: NoteType.self)
        try connection.run(
            """
            INSERT INTO note_type (id, name, definition, made, changed, extras)
            VALUES (:id, :name, :definition, :made, :changed, :extras)
            ON CONFLICT (id) DO UPDATE
            SET name = excluded.name, definition = excluded.definition, made = excluded.made,
                changed = excluded.changed, extras = excluded.extras
            """,
            [
                "id": object.key.id, "name": type?.name ?? "", "definition": text,
                "made": object.values["made"], "changed": object.values["changed"],
                "extras": object.values["extras"],
            ]
        )
    }

    private func storeDeck(_ object: SyncObject) throws {
        guard object.exists, let name = object.values["name"]?.string else {
            return _ = try connection.run(
                "DELETE FROM deck WHERE id = :id",
                ["id": object.key.id]
            )
        }
        let settings = object.members("setting ")
        try connection.run(
            """
            INSERT INTO deck (id, name, folded_name, settings, made, changed, binned, extras)
            VALUES (:id, :name, :folded_name, :settings, :made, :changed, :binned, :extras)
            ON CONFLICT (id) DO UPDATE
            SET name = excluded.name, folded_name = excluded.folded_name,
                settings = excluded.settings, made = excluded.made, changed = excluded.changed,
                binned = excluded.binned, extras = excluded.extras
            """,
            [
                "id": object.key.id, "name": name, "folded_name": object.foldedName,
                "settings": settings, "made": object.values["made"],
                "changed": object.values["changed"], "binned": object.values["binned"],
                "extras": object.values["extras"],
            ]
        )
    }

    /// Decks inside a deck that comes, goes or gets another name inherit something else.
    func refreshInheritingDecks(of deck: SyncObject, as new: SyncObject) throws {
        guard deck.exists != new.exists || deck.foldedName != new.foldedName else { return }
        let choices = ["setting languageChoice", "setting scriptChoice"]
        for object in [deck, new] where choices.contains(where: { object.values[$0] != nil }) {
            try refreshInheritingDecks(ofDeckNamed: object.foldedName)
        }
    }

    private func storeNote(_ object: SyncObject, over before: SyncObject) throws {
        guard object.exists, let id = object.key.number else {
            return _ = try connection.run(
                "DELETE FROM note WHERE id = :id",
                ["id": object.key.id]
            )
        }
        let values = object.values
        let fields = values.compactMap { part, value -> (FieldID, FieldValue)? in
            guard part.hasPrefix("field "), let field = FieldID(part.dropFirst(6)),
                let text = value.string,
                let stored = StoredJSON.read(text, as: FieldValue.self)
            else { return nil }
            return (field, stored)
        }
        let texts = NoteTexts(of: Dictionary(fields, uniquingKeysWith: { first, _ in first }))
        let place = values["place"]?.string.flatMap { Place(part: $0) }
        let arguments: StatementArguments = [
            "id": id, "guid": values["guid"], "note_type": values["type"],
            "deck": values["deck"], "word_type": values["word"],
            "latitude": place?.latitude, "longitude": place?.longitude,
            "made": values["made"], "changed": values["changed"], "binned": values["binned"],
            "is_suspended": values["suspended"] ?? .integer(0), "extras": values["extras"],
            "fields": texts.fields, "prompt": texts.prompt, "languages": texts.languages,
        ]
        // Not one statement for both: what inserts or updates makes triggers fail where they would ignore conflicts.
        if before.exists {
            try connection.run(
                """
                UPDATE note
                SET guid = :guid, note_type = :note_type, deck = :deck, word_type = :word_type,
                    latitude = :latitude, longitude = :longitude, made = :made, changed = :changed,
                    binned = :binned, is_suspended = :is_suspended, extras = :extras,
                    fields = :fields, prompt = :prompt, languages = :languages
                WHERE id = :id
                """,
                arguments
            )
        } else {
            try connection.run(
                """
                INSERT INTO note (id, guid, note_type, deck, word_type, latitude, longitude, made, changed,
                    binned, is_suspended, extras, fields, prompt, languages)
                VALUES (:id, :guid, :note_type, :deck, :word_type, :latitude, :longitude, :made, :changed,
                    :binned, :is_suspended, :extras, :fields, :prompt, :languages)
                """,
                arguments
            )
        }
        let changed = Set(values.keys).union(before.values.keys).filter {
            values[$0] != before.values[$0]
        }
        for part in changed where part.hasPrefix("tag ") {
            try storeTag(String(part.dropFirst(4)), values[part]?.string, of: id)
        }
        let cards = Set(changed.compactMap { SyncObject.card(around: $0) })
        for card in cards.sorted() { try storeCard(card, object, of: id) }
    }

    private func storeTag(_ folded: String, _ tag: String?, of note: Int64) throws {
        try connection.run(
            "DELETE FROM note_tag WHERE note = :note AND folded_tag = :tag",
            ["note": note, "tag": folded]
        )
        if let tag {
            try connection.run(
                "INSERT INTO note_tag (note, folded_tag, tag) VALUES (:note, :folded, :tag)",
                ["note": note, "folded": folded, "tag": tag]
            )
        }
        connection.reportChange(in: "note", note)
    }

    /// Writes what a learner decided about a card; if that is nothing, it has a row only where it has events.
    private func storeCard(_ card: String, _ object: SyncObject, of note: Int64) throws {
        guard let face = Face(card.dropFirst(5)) else { return }
        let id = CardID(note: NoteID(rawValue: note), face: face)
        let parts = CardPart.allCases.map { object.values["\(card) \($0.rawValue)"] }
        if parts.allSatisfy({ $0 == nil }) {
            try removeUnlogged(id)
            guard try self.card(of: id.note, face: face) != nil else { return }
        }
        let burial = parts[3]?.string?.split(separator: " ").compactMap { Int64($0) } ?? []
        try connection.run(
            """
            INSERT INTO card (note, face, deck, position, is_suspended, burial, buried, flag, leech_lapses, extras)
            VALUES (:note, :face, :deck, :position, :is_suspended, :burial, :buried, :flag, :leech, :extras)
            ON CONFLICT (note, face) DO UPDATE
            SET deck = excluded.deck, position = excluded.position,
                is_suspended = excluded.is_suspended, burial = excluded.burial,
                buried = excluded.buried, flag = excluded.flag,
                leech_lapses = excluded.leech_lapses, extras = excluded.extras
            """,
            [
                "note": note, "face": face, "deck": parts[0], "position": parts[1],
                "is_suspended": parts[2] ?? .integer(0), "burial": burial.first,
                "buried": burial.dropFirst().first, "flag": parts[4] ?? .integer(0),
                "leech": parts[5] ?? .integer(0), "extras": parts[6],
            ]
        )
    }

    private func storeMedium(_ object: SyncObject) throws {
        guard object.exists, let name = object.key.name else {
            return _ = try connection.run(
                "DELETE FROM media WHERE name = :id",
                ["id": object.key.id]
            )
        }
        try connection.run(
            """
            INSERT INTO media (name, digest, size, made)
            VALUES (:name, :digest, :size, :made)
            ON CONFLICT (name) DO UPDATE
            SET digest = excluded.digest, size = excluded.size, made = excluded.made
            """,
            [
                "name": name, "digest": object.values["digest"], "size": object.values["size"],
                "made": object.values["made"],
            ]
        )
    }

    private func storeSetting(_ object: SyncObject) throws {
        if object.key == .parameters {
            try set(.parameters, to: object.values["value"]?.string ?? "null")
            try set(.parametersReviews, to: "\(object.values["reviews"]?.number ?? 0)")
        } else {
            try set(.study, to: object.members(""))
        }
    }
}

extension SyncObject {
    /// The card that a part is or belongs to.
    static func card(around part: String) -> String? {
        guard part.hasPrefix("card ") else { return nil }
        return around(part)[1]
    }

    /// The members whose names follow a prefix, as a JSON object.
    func members(_ prefix: String) -> String {
        let members = values.compactMap { part, value -> (name: String, json: String)? in
            guard part.hasPrefix(prefix), let json = value.string else { return nil }
            return (String(part.dropFirst(prefix.count)), json)
        }
        return Self.json(members)
    }

    static func json(_ members: [(name: String, json: String)]) -> String {
        let texts = members.sorted { $0.name < $1.name }.map { "\"\($0.name)\":\($0.json)" }
        return "{\(texts.joined(separator: ","))}"
    }

    /// A deck's unique name.
    var foldedName: String {
        guard values["binned"] == nil, let name = values["name"]?.string else {
            return "\u{1}\(key.number ?? 0)"
        }
        return DeckName(name)?.key ?? name
    }
}

extension Place {
    fileprivate init?(part: String) {
        let numbers = part.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2 else { return nil }
        self.init(latitude: numbers[0], longitude: numbers[1])
    }
}

// MARK: - Values of other replicas

extension Fact {
    /// Whether this version knows the fact and could have written its values.
    ///
    /// What is not valid waits for a later version, and is passed on.
    var isValid: Bool {
        guard let kind = SyncKind(rawValue: key.object.kind) else { return false }
        guard let values else { return key.part.isEmpty && kind != .setting }
        if key.part == Self.mergedPart {
            guard let other = values[key.part]?.id, let id = key.object.id.id else { return false }
            return [.deck, .note].contains(kind) && other != id
        }
        switch kind {
        case .medium: return key.part.isEmpty && isMedium(values)
        case .event: return key.part.isEmpty && key.object.id.id != nil && isEvent(values)
        case .setting: return isSetting(values)
        case .overwritten: return key.part.isEmpty && isOverwritten(values)
        case .type, .deck, .note:
            guard key.object.id.id != nil else { return false }
            let required = kind.required.filter { $0 == key.part || key.part.isEmpty }
            return required.allSatisfy { values[$0] != nil }
                && values.allSatisfy { part, value in
                    SyncObject.around(part).contains(key.part)
                        && kind.isValid(value, as: part, of: key.object)
                }
        }
    }

    /// The part that says which object stands for this one.
    static let mergedPart = "merged"

    private func isMedium(_ values: [String: Value]) -> Bool {
        guard let name = key.object.name, !name.isEmpty, name.utf8.count <= 1_000,
            case .blob(let digest) = values["digest"], digest.count == 32,
            let size = values["size"]?.number, size >= 0, values["made"]?.isMoment == true
        else { return false }
        return values.count == 3
    }

    private func isOverwritten(_ values: [String: Value]) -> Bool {
        guard let name = key.object.name, OverwrittenName(name) != nil,
            values["value"]?.string != nil, values["moment"]?.isMoment == true
        else { return false }
        return values.count == 2
    }

    private func isSetting(_ values: [String: Value]) -> Bool {
        switch key.object.name {
        case SyncMap.parameters:
            guard key.part.isEmpty, values.count <= 2,
                values["reviews"]?.number.map({ $0 >= 0 }) ?? true
            else { return false }
            guard let text = values["value"]?.string else { return values["value"] == nil }
            return text == "null"
                || StoredJSON.read(text, as: [Double].self).flatMap { try? Parameters($0) } != nil
        case SyncMap.studySettings:
            guard values.count <= 1, values.allSatisfy({ $0.key == key.part }) else { return false }
            return values.allSatisfy { part, value in
                value.isMember(part, of: StudySettings.self)
            }
        default: return false
        }
    }

    private func isEvent(_ values: [String: Value]) -> Bool {
        guard Set(values.keys).isSubset(of: SyncMap.eventParts) else { return false }
        return event != nil
    }

    /// The event that a fact is about.
    var event: Event? {
        func number(_ part: String, _ limits: ClosedRange<Int>) -> Int? {
            values?[part]?.number.flatMap { Int(exactly: $0) }.flatMap {
                limits.contains($0) ? $0 : nil
            }
        }
        guard let values, let id = key.object.id.id, let note = values["note"]?.id,
            let face = values["face"]?.string.flatMap({ Face($0) }),
            let moment = values["moment"], moment.isMoment,
            let milliseconds = moment.number,
            let offset = number("offset", Event.offsets),
            let duration = number("duration", Event.durations),
            let mode = number("mode", 0...255).flatMap({ Mode(rawValue: UInt8(clamping: $0)) })
        else { return nil }
        let grade = number("grade", 0...255).flatMap { Grade(rawValue: UInt8(clamping: $0)) }
        let kind: Event.Kind
        switch values["kind"]?.number {
        case 0:
            guard let grade, values["due"]?.isMoment ?? true else { return nil }
            let reviews = number("reviews", CardState.counts)
            guard reviews != nil || values["reviews"] == nil else { return nil }
            kind = .review(
                grade,
                due: values["due"]?.number.map { Moment(milliseconds: $0) },
                reviews: reviews
            )
        case 1:
            guard let grade else { return nil }
            kind = .practice(grade)
        case 2:
            var text = values["state"]?.string ?? ""
            guard
                let state = try? text.withUTF8({ try StoredState.read(UnsafeRawBufferPointer($0)) }
                ),
                let state = state.state
            else { return nil }
            kind = .setState(state)
        case 3:
            guard let retracted = values["retracted"]?.id else { return nil }
            kind = .retraction(of: EventID(rawValue: retracted))
        default: return nil
        }
        return Event(
            id: EventID(rawValue: id),
            note: NoteID(rawValue: note),
            face: face,
            kind: kind,
            moment: Moment(milliseconds: milliseconds),
            offset: offset,
            duration: duration,
            mode: mode,
            extras: values["extras"]?.string
        )
    }
}

extension SyncKind {
    /// The parts without which there is no such object.
    var required: [String] {
        switch self {
        case .type: ["definition", "made", "changed"]
        case .deck: ["name", "made", "changed"]
        case .note: ["guid", "type", "deck", "made", "changed"]
        case .setting, .medium, .overwritten, .event: []
        }
    }

    fileprivate func isValid(_ value: Value, as part: String, of object: ObjectKey) -> Bool {
        switch (self, part) {
        case (_, "made"), (_, "changed"), (_, "binned"): return value.isMoment
        case (_, "extras"): return value.string != nil
        case (.type, "definition"):
            guard let text = value.string, let type = StoredJSON.read(text, as: NoteType.self)
            else {
                return false
            }
            return type.id.rawValue == object.number
        case (.deck, "name"):
            return value.string.flatMap { DeckName($0) }?.text == value.string
                && value.string != nil
        case (.deck, _):
            guard part.hasPrefix("setting ") else { return false }
            return value.isMember(String(part.dropFirst(8)), of: DeckSettings.self)
        case (.note, "guid"):
            return value.string.map { $0.utf8.count <= NoteDraft.longestText } ?? false
        case (.note, "type"), (.note, "deck"): return value.id != nil
        case (.note, "word"): return value.string.flatMap { WordType(rawValue: $0) } != nil
        case (.note, "place"):
            guard let text = value.string, let place = Place(part: text) else { return false }
            return "\(place.latitude) \(place.longitude)" == text
        case (.note, "suspended"): return value == .integer(1)
        case (.note, _) where part.hasPrefix("field "):
            guard FieldID(part.dropFirst(6)) != nil, let text = value.string else { return false }
            return StoredJSON.read(text, as: FieldValue.self) != nil
        case (.note, _) where part.hasPrefix("tag "):
            guard let text = value.string, let tag = TagName(text) else { return false }
            return tag.text == text && tag.key == part.dropFirst(4)
        case (.note, _) where part.hasPrefix("card "): return Self.isValid(value, asCard: part)
        default: return false
        }
    }

    private static func isValid(_ value: Value, asCard part: String) -> Bool {
        let pieces = part.split(separator: " ", omittingEmptySubsequences: false)
        guard let face = Face(pieces[1]), face.description == pieces[1] else { return false }
        guard pieces.count > 2 else { return value == .integer(1) }
        guard pieces.count == 3 else { return false }
        func isNumber(_ limits: ClosedRange<Int>) -> Bool {
            value.number.flatMap { Int(exactly: $0) }.map { limits.contains($0) } ?? false
        }
        switch CardPart(rawValue: String(pieces[2])) {
        case .deck: return value.id != nil
        case .position: return isNumber(Card.positions)
        case .suspended: return value == .integer(1)
        case .flag: return isNumber(Card.flags)
        case .leech: return isNumber(CardState.counts)
        case .extras: return value.string != nil
        case .burial:
            let numbers =
                value.string?.split(separator: " ", omittingEmptySubsequences: false) ?? []
            guard numbers.count == 2, let burial = UInt8(numbers[0]), let until = Int64(numbers[1])
            else { return value.string == "\(numbers.first ?? "") " && UInt8(numbers[0]) != nil }
            return Card.Burial(rawValue: burial) != nil && DayBoundary.moments.contains(until)
        case nil: return false
        }
    }
}

extension Value {
    /// A number that identifies an object.
    fileprivate var id: Int64? { number.flatMap { $0 > 0 ? $0 : nil } }

    fileprivate var isMoment: Bool { number.map { DayBoundary.moments.contains($0) } ?? false }

    /// Whether this is JSON that this version would write for a member of settings.
    fileprivate func isMember<Settings: Codable>(_ name: String, of type: Settings.Type) -> Bool {
        guard let json = string, name.utf8.allSatisfy({ $0.isLetter }), json.isOneJSONValue,
            let settings = StoredJSON.read(SyncObject.json([(name, json)]), as: type),
            let text = try? StoredJSON.text(of: settings)
        else { return false }
        return text.contains("\"\(name)\":\(json)")
    }
}

extension String {
    fileprivate var isOneJSONValue: Bool {
        Array(utf8).withUnsafeBytes { bytes in
            var reader = JSONReader(bytes)
            reader.skipValue()
            return reader.isAtEnd
        }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
