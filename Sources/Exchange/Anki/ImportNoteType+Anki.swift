internal import JSON
internal import LibraryValues
internal import Notes

extension ImportNoteType {
    init(anki type: JSONValue) {
        let number = type.number("id")
        let key = NoteTypeID(rawValue: number)
        if let mark = MarkedType(type) {
            self.init(mark.type, key: key)
            return
        }
        let fields = (type["flds"]?.elements ?? []).enumerated().map { place, field in
            NoteType.Field(id: .number(place + 1), name: field.text("name"))
        }
        let templates = (type["tmpls"]?.elements ?? []).enumerated().map { place, template in
            NoteType.Template(
                id: TemplateID(rawValue: place + 1) ?? 1,
                name: template.text("name"),
                front: template.text("qfmt"),
                back: template.text("afmt")
            )
        }
        var kept = type.members
        for key in ["css", "name", "req", "usn", "tags", "vers"] { kept[key] = nil }
        kept["tmpls"] = .list(
            (type["tmpls"]?.elements ?? []).map { template in
                .object(template.members.filter { $0.key != "qfmt" && $0.key != "afmt" })
            }
        )
        let isCloze = type.number("type") == 1
        let first = templates.first ?? NoteType.Template(id: 1, name: "", front: "", back: "")
        self.init(
            NoteType(
                id: NoteTypeID(anki: number),
                name: type.text("name"),
                fields: fields,
                cards: isCloze ? .cloze(first) : .templates(templates),
                css: type.text("css"),
                anki: JSONValue.object(kept).json
            ),
            key: key
        )
    }
}

extension NoteTypeID {
    /// The id for a type from Anki, the same in every library; small ids are built-in types.
    init(anki number: Int64) {
        self.init(rawValue: (min(max(number, 1), 1 << 41) << 21) | 1)
    }
}
