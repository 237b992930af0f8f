internal import JSON
internal import Languages
internal import LibraryValues
internal import Notes

/// A note type as Anki stores it, and how our notes map to it.
struct AnkiModel {
    /// The part of a note that one field in Anki holds.
    enum Part: Equatable {
        case text(FieldID)
        case pronunciation(FieldID)
        /// A place on the map, as `60.17,24.94`.
        case place
    }

    let number: Int64
    let parts: [Part]
    /// By template; empty for cloze types, whose cards count gaps.
    let faces: [Face]
    /// Whether its fields hold HTML here already.
    let usesHTML: Bool
    let sortField: Int
    let json: JSONValue

    /// A type that came from Anki keeps Anki's data that is not used here; a type of our own carries a mark by which an
    /// import recognises it.
    init(_ type: NoteType, number: Int64, _ languages: ExportLanguages, at seconds: Int64) {
        self.number = number
        usesHTML = type.usesHTML
        let kept = type.anki.flatMap { JSONValue($0.utf8) } ?? .object([:])
        var fields: [(name: String, part: Part)] = []
        var templates: [(face: Face, name: String, front: String, back: String)] = []
        switch type.cards {
        case .templates(let own):
            templates = own.map { (.template($0.id), $0.name, $0.front, $0.back) }
        case .cloze(let own):
            templates = [(.cloze(1), own.name, own.front, own.back)]
        case .languages:
            for language in languages.languages {
                let field = FieldID.language(language)
                fields.append((language.text, .text(field)))
                if languages.pronounced.contains(language) {
                    fields.append(("\(language.text) (said)", .pronunciation(field)))
                }
            }
            templates = Self.pairs(languages)
        case .place:
            templates = Self.placeTemplates
        }
        if type.cards != .languages {
            fields = type.fields.map { ($0.name, .text($0.id)) }
        }
        if type.cards == .place { fields.append(("Location", .place)) }
        parts = fields.map(\.part)
        if case .cloze = type.cards { faces = [] } else { faces = templates.map(\.face) }
        let sorted = Int(clamping: kept.number("sortf"))
        sortField = parts.indices.contains(sorted) ? sorted : 0
        json = Self.json(type, kept, fields, templates, number: number, sortField, at: seconds)
    }

    /// The number of a card among those of its note; nil where Anki has no such card.
    func ord(of face: Face) -> Int? {
        if case .cloze(let number) = face { return faces.isEmpty ? number - 1 : nil }
        return faces.firstIndex(of: face)
    }
}

extension AnkiModel {
    private static func pairs(
        _ languages: ExportLanguages
    ) -> [(face: Face, name: String, front: String, back: String)] {
        languages.faces.compactMap { face in
            guard case .languages(let from, let to) = face else { return nil }
            // Only notes that have both ask for one with the other.
            let front = "{{#\(to.text)}}{{\(from.text)}}{{/\(to.text)}}"
            return (
                face, "\(from.text) → \(to.text)", front,
                "{{FrontSide}}<hr id=answer>{{\(to.text)}}"
            )
        }
    }

    private static let placeTemplates: [(face: Face, name: String, front: String, back: String)] = [
        (
            .placeToDescription, "Name", "{{#Description}}{{Name}}{{/Description}}",
            "{{FrontSide}}<hr id=answer>{{Description}}"
        ),
        (
            .descriptionToPlace, "Description", "{{Description}}",
            "{{FrontSide}}<hr id=answer>{{Name}}"
        ),
        (
            .map, "Map", "{{#Location}}{{Name}}{{/Location}}",
            "{{FrontSide}}<hr id=answer>{{Location}}"
        ),
    ]

    /// The key of the mark in Anki's JSON.
    static let mark = "omena"

    private static func json(
        _ type: NoteType,
        _ kept: JSONValue,
        _ fields: [(name: String, part: Part)],
        _ templates: [(face: Face, name: String, front: String, back: String)],
        number: Int64,
        _ sortField: Int,
        at seconds: Int64
    ) -> JSONValue {
        var model = Self.usual.merging(kept.members) { $1 }
        let isCloze = if case .cloze = type.cards { true } else { false }
        model["id"] = .integer(number)
        model["name"] = .string(type.name)
        model["type"] = isCloze ? 1 : 0
        model["css"] = .string(
            type.usesHTML || !type.css.isEmpty ? type.css : Self.sheet
        )
        model["sortf"] = .integer(Int64(clamping: sortField))
        if !type.usesHTML {
            model["mod"] = .integer(seconds)
            model["usn"] = -1
            if let text = try? JSONCoding.encode(type), let value = JSONValue(text) {
                model[mark] = [
                    "type": value,
                    "parts": .list(fields.map { .string($0.part.text) }),
                    "faces": .list(templates.map { .string($0.face.description) }),
                ]
            }
        }
        let keptFields = kept["flds"]?.elements ?? []
        model["flds"] = .list(
            fields.enumerated().map { place, field in
                var members = Self.usualField
                if case .text(.number(let id)) = field.part, keptFields.indices.contains(id - 1) {
                    members.merge(keptFields[id - 1].members) { $1 }
                }
                members["ord"] = .integer(Int64(clamping: place))
                members["name"] = .string(field.name)
                return .object(members)
            }
        )
        let keptTemplates = kept["tmpls"]?.elements ?? []
        model["tmpls"] = .list(
            templates.enumerated().map { place, template in
                var members = Self.usualTemplate
                let id = if case .template(let id) = template.face { id.rawValue } else { 1 }
                if keptTemplates.indices.contains(id - 1) {
                    members.merge(keptTemplates[id - 1].members) { $1 }
                }
                members["ord"] = .integer(Int64(clamping: place))
                members["name"] = .string(template.name)
                members["qfmt"] = .string(template.front)
                members["afmt"] = .string(template.back)
                return .object(members)
            }
        )
        return .object(model)
    }

    private static let sheet = """
        .card { font-family: sans-serif; font-size: 24px; text-align: center; }
        .cloze { font-weight: bold; color: #0a66c2; }
        """

    private static let usual: [String: JSONValue] = [
        "did": .null, "usn": 0, "mod": 0, "latexsvg": false, "req": [], "originalStockKind": 1,
        "latexPre":
            "\\documentclass[12pt]{article}\n\\special{papersize=3in,5in}\n\\usepackage[utf8]{inputenc}\n\\usepackage{amssymb,amsmath}\n\\pagestyle{empty}\n\\setlength{\\parindent}{0in}\n\\begin{document}\n",
        "latexPost": "\\end{document}",
    ]
    private static let usualField: [String: JSONValue] = [
        "sticky": false, "rtl": false, "font": "Arial", "size": 20, "description": "",
        "plainText": false, "collapsed": false, "excludeFromSearch": false,
    ]
    private static let usualTemplate: [String: JSONValue] = [
        "bqfmt": "", "bafmt": "", "did": .null, "bfont": "", "bsize": 0,
    ]
}

extension AnkiModel.Part {
    /// In the mark of a type: `1`, `ja`, `ja/said`, `place`.
    var text: String {
        switch self {
        case .text(let field): field.description
        case .pronunciation(let field): "\(field)/said"
        case .place: "place"
        }
    }

    init?(_ text: String) {
        if text == "place" {
            self = .place
        } else if text.hasSuffix("/said"), let field = FieldID(text.dropLast(5)) {
            self = .pronunciation(field)
        } else if let field = FieldID(text) {
            self = .text(field)
        } else {
            return nil
        }
    }
}
