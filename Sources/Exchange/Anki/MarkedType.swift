internal import JSON
internal import LibraryValues
internal import Notes

/// A note type that was exported to Anki and comes back: the original type, and how Anki's fields and cards map to it.
struct MarkedType {
    /// The original type, with the name that it has in Anki now.
    let type: NoteType
    private let parts: [AnkiModel.Part]
    private let faces: [Face]

    /// Reads the mark of a type; nil where it has none, or where its fields or templates have changed.
    init?(_ model: JSONValue) {
        guard let mark = model[AnkiModel.mark], let definition = mark["type"],
            let read = try? JSONCoding.decode(NoteType.self, from: definition.json.utf8)
        else { return nil }
        let named = (mark["parts"]?.elements ?? []).compactMap(\.text)
        parts = named.compactMap { AnkiModel.Part($0) }
        let asked = (mark["faces"]?.elements ?? []).compactMap(\.text)
        faces = asked.compactMap { Face($0) }
        guard parts.count == named.count, parts.count == model["flds"]?.elements.count,
            faces.count == asked.count, faces.count == model["tmpls"]?.elements.count
        else { return nil }
        var type = read
        type.name = model.text("name")
        self.type = type
    }

    /// The face of a card in Anki; nil for cloze types, whose numbers count gaps.
    func face(_ ord: Int) -> Face? {
        guard faces.indices.contains(ord) else { return nil }
        if case .cloze = faces[ord] { return nil }
        return faces[ord]
    }

    /// Fills in the texts of Anki's fields, as plain text.
    func fill(_ note: inout ImportNote, with texts: [String]) {
        for (part, html) in zip(parts, texts) {
            let text = html.asPlainTextWithMedia
            guard !text.isEmpty else { continue }
            switch part {
            case .text(let field): note.values[field, default: FieldValue("")].text = text
            case .pronunciation(let field):
                note.values[field, default: FieldValue("")].pronunciation = text
            case .place:
                let numbers = text.split(separator: ",").compactMap { Double($0) }
                guard numbers.count == 2 else { continue }
                note.place = Place(latitude: numbers[0], longitude: numbers[1])
            }
        }
    }

    static func wordType(_ tag: some StringProtocol) -> WordType? {
        tag.hasPrefix("omena::") ? WordType(rawValue: String(tag.dropFirst(7))) : nil
    }
}
