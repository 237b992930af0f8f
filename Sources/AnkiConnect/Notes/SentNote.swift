internal import Library
internal import Notes

/// A note that a program wants to add.
struct SentNote {
    private let parameters: ConnectParameters
    private let type: NoteType
    private var fields: SentFields
    private let deck: DeckID?
    private let deckName: String
    private let tags: [TagName]
    private let rule: DuplicateRule

    /// Checks it in the order in which Anki does: note type, deck, fields, options.
    init(_ value: ConnectValue, in catalog: ConnectCatalog) throws {
        parameters = try ConnectParameters(value, called: "note")
        type = try catalog.type(named: try parameters.text("modelName"))
        deckName = try parameters.text("deckName")
        deck = catalog.deck(named: deckName)?.id
        guard deck != nil || deckName == Library.defaultDeckName else {
            throw ConnectError.deck(deckName)
        }
        fields = SentFields(for: type)
        let sent = try parameters.value("fields")
        guard let members = sent.members else {
            throw ConnectError("fields must be an object, not \(sent.printed)")
        }
        for member in members {
            guard let html = member.value.text ?? Self.text(of: member.value) else {
                throw ConnectError("the field \(member.name.prefix(80)) must be a string")
            }
            try fields.set(member.name, html, ignoringCase: true)
        }
        tags = try SentTags.names(parameters["tags"])
        rule = try DuplicateRule(parameters["options"])
    }

    /// Numbers are written as texts, and nothing is an empty text.
    private static func text(of value: ConnectValue) -> String? {
        switch value {
        case .null: ""
        case .integer(let number): String(number)
        case .number(let number): String(number)
        default: nil
        }
    }

    /// The note as it would be added, without pictures and sounds.
    ///
    /// - Parameter earlier: Those that are added before it in the same request, by their first text.
    /// - Throws: Why it cannot be added.
    @discardableResult
    func check(
        for call: ConnectCall,
        in catalog: ConnectCatalog,
        after earlier: [String: [Note]] = [:]
    ) throws -> Note {
        let note = self.note()
        let isFirstShown = try sentMedia().contains { medium in
            type.fields.first.map { medium.fields.contains($0.name) } ?? false
        }
        if !isFirstShown {
            let text = firstText(of: note)
            guard !text.trimmed.isEmpty else { throw ConnectError.isEmpty }
            if !rule.isAllowed {
                let others = earlier[text] ?? []
                guard try !rule.hasDuplicate(of: note, type, for: call, in: catalog),
                    !rule.hasDuplicate(of: note, among: others, in: catalog)
                else { throw ConnectError.isDuplicate }
            }
            guard !CardGenerator(type).faces(of: note).isEmpty else { throw ConnectError.hasNoCard }
        }
        return note
    }

    /// Stores its pictures and sounds, and returns what is to be added.
    ///
    /// One that cannot be stored does not keep the note out: its field tells why.
    func draft(for call: ConnectCall, in catalog: ConnectCatalog) throws -> ConnectedDraft {
        try check(for: call, in: catalog)
        let note = try noteWithMedia(for: call)
        guard !firstText(of: note).trimmed.isEmpty else { throw ConnectError.isEmpty }
        guard !CardGenerator(type).faces(of: note).isEmpty else { throw ConnectError.hasNoCard }
        return ConnectedDraft(
            type: type.id,
            deck: try deck ?? call.deck(named: deckName, in: catalog),
            values: note.values,
            tags: tags,
            place: fields.place
        )
    }

    /// The same for the form of a new note, which checks it when the learner saves it.
    func formDraft(for call: ConnectCall, in catalog: ConnectCatalog) throws -> NoteDraft {
        NoteDraft(
            type: type.id,
            deck: try deck ?? call.deck(named: deckName, in: catalog),
            values: try noteWithMedia(for: call).values.mapValues { NoteDraft.Value($0.text) },
            tags: tags.map(\.text).joined(separator: " ")
        )
    }

    /// Stores its pictures and sounds.
    private func noteWithMedia(for call: ConnectCall) throws -> Note {
        var complete = self
        for (kind, list) in try SentFields.mediaLists(in: parameters) {
            for parameters in list {
                try complete.fields.show(parameters, kind, of: nil, for: call)
            }
        }
        return complete.note()
    }

    /// By which a note of this type is compared with others.
    func firstText(of note: Note) -> String { type.firstText(of: note.values) }

    private func note() -> Note {
        Note(
            id: NoteID(rawValue: 0),
            guid: NoteGUID(rawValue: ""),
            type: type.id,
            deck: deck ?? DeckID(rawValue: 0),
            values: fields.merged(over: [:]),
            tags: tags,
            place: fields.place,
            made: Moment(milliseconds: 0)
        )
    }

    private func sentMedia() throws -> [SentMedium] {
        try SentFields.mediaLists(in: parameters).flatMap { _, list in
            try list.map { try SentMedium($0, replaces: false) }
        }
    }
}

enum SentTags {
    /// Tags in a list, or separated by spaces in a text; what cannot be a tag is left out.
    static func names(_ value: ConnectValue?) throws(ConnectError) -> [TagName] {
        var words: [Substring] = []
        switch value {
        case nil: break
        case .string(let text)?: words = text.split(whereSeparator: \.isWhitespace)
        case let value?:
            guard let elements = value.elements else {
                throw ConnectError("Must provide tags as a list of strings")
            }
            for element in elements {
                guard let text = element.text else {
                    throw ConnectError("Must provide tags as a list of strings")
                }
                words += text.split(whereSeparator: \.isWhitespace)
            }
        }
        var seen: Set<String> = []
        return words.compactMap { TagName($0) }.filter { seen.insert($0.key).inserted }
    }
}
