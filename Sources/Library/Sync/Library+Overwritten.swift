internal import Languages
package import LibraryValues
package import Notes
internal import Storage

extension Library {
    /// The texts that lost to later edits in the last 90 days and can be put back, newest first; of one note, or of everything (nil).
    package func overwritten(note: NoteID?) throws(LibraryError) -> [OverwrittenValue] {
        try read { try $0.offeredTexts(of: note) }
    }

    /// Puts a text back, as an ordinary change that can be undone; nil if it is there already.
    package func restoreOverwritten(
        _ id: OverwrittenID,
        by browser: BrowserNumber?
    ) throws(LibraryError) -> Change? {
        try change(by: browser) { writer, recorder, moment in
            guard let row = try writer.overwritten(id.rawValue),
                let lost = try LostText(row, writer)
            else { throw LibraryError.refused("This text is no longer kept.") }
            try writer.removeOverwritten(row.number)
            switch lost {
            case .field(let field, let value, let note):
                if note.values[field] != value {
                    let before = StoredValues([field: note.values[field]], changed: note.changed)
                    let after = StoredValues([field: value], changed: moment)
                    try recorder.replace(
                        .values(note.id, before: before, after: after),
                        with: writer
                    )
                }
                return "Restored the other text of “\(String(note.prompt.prefix(60)))”"
            case .name(let name, let deck):
                try Self.rename(deck, to: name, with: writer, recorder: &recorder, at: moment)
                return "Renamed \(deck.name.quoted) to \(name.quoted)"
            case .noteType(let other, let type):
                // Texts may be in fields that only the present one has.
                let restored = other.adding(partsOf: type)
                try recorder.replace(.noteType(before: type, after: restored), with: writer)
                return "Changed card type “\(type.localizedName)”"
            }
        }
    }
}

extension Reading where Self: ~Copyable {
    /// The texts that lost and can be put back, newest first; of one note, or of everything (nil).
    ///
    /// - Parameter names: Those of the values that are wanted; nil for all.
    func offeredTexts(
        of note: NoteID?,
        named names: [String]? = nil
    ) throws -> [OverwrittenValue] {
        // Hardly any page that is merged brings a loss.
        if names?.isEmpty == true { return [] }
        let rows = try overwritten(note: note, named: names)
        guard !rows.isEmpty else { return [] }
        let types = try noteTypes()
        return try rows.compactMap { try LostText($0, self)?.value(of: $0, types) }
    }
}

/// A text that lost, beside what has another one now.
private enum LostText {
    case field(FieldID, FieldValue, Note)
    case name(DeckName, Deck)
    case noteType(NoteType, NoteType)

    /// Nil where nothing has such a text any more, or where it is part of something that is not offered.
    init?(_ row: OverwrittenRow, _ reader: borrowing some Reading & ~Copyable) throws {
        switch row.owner {
        case .note(let id):
            guard row.part.hasPrefix("field "), let field = FieldID(row.part.dropFirst(6)),
                let value = StoredJSON.read(row.value, as: FieldValue.self),
                let note = try reader.note(id)
            else { return nil }
            self = .field(field, value, note)
        case .deck(let id):
            guard row.part == "name", let name = DeckName(row.value),
                let deck = try reader.deck(id)
            else { return nil }
            self = .name(name, deck)
        case .noteType(let id):
            guard let other = StoredJSON.read(row.value, as: NoteType.self), other.id == id,
                let type = try reader.noteType(id)
            else { return nil }
            self = .noteType(other, type)
        case .setting: return nil
        }
    }

    /// Nil if it is empty, or there already.
    func value(of row: OverwrittenRow, _ types: [NoteTypeID: NoteType]) -> OverwrittenValue? {
        let text: String
        let owner: Phrase
        var current: String?
        var field: Phrase?
        var note: Note?
        switch self {
        case .field(let id, let value, let found):
            let (type, present) = (types[found.type], found.values[id])
            func readable(_ text: String) -> String {
                type?.usesHTML == true ? text.asPlainText : text
            }
            owner = Phrase(verbatim: found.readablePrompt(as: type))
            note = found
            if value.text == present?.text {
                text = value.pronunciation ?? ""
                current = present?.pronunciation ?? ""
                let pronunciation: Phrase = "Pronunciation"
                field =
                    type?.localizedName(of: id).map { Phrase("\($0) · \(pronunciation)") }
                    ?? pronunciation
            } else {
                text = readable(value.text)
                current = readable(present?.text ?? "")
                field = type?.localizedName(of: id)
            }
        case .name(let name, let deck):
            (text, owner, current) = (name.title, "Deck", deck.name.title)
        case .noteType(let other, let type):
            guard other.adding(partsOf: type) != type else { return nil }
            (text, owner) = (other.localizedName.description, "Card type")
            let name = type.localizedName.description
            if name != text { current = name }
        }
        guard !text.isEmpty, text != current else { return nil }
        return OverwrittenValue(
            id: OverwrittenID(rawValue: row.number),
            note: note?.id,
            owner: owner,
            field: field,
            text: text,
            current: current,
            moment: row.moment
        )
    }
}
