internal import Languages
internal import LibraryValues
internal import Markup
internal import Notes

/// Converts the HTML that programs send to the values of a note's fields.
struct SentFields {
    let type: NoteType
    private(set) var values: [FieldID: String] = [:]
    private(set) var latitude: Double?
    private(set) var longitude: Double?

    /// The most bytes of a field.
    static let longest = 1_000_000

    init(for type: NoteType) { self.type = type }

    /// Sets a field; unknown ones are ignored, as in Anki.
    ///
    /// - Parameter ignoringCase: Whether the name may differ in case.
    mutating func set(
        _ name: String,
        _ html: String,
        ignoringCase: Bool
    ) throws(ConnectError) {
        try Self.checkLength(of: html, name)
        if type.cards == .place, name == ConnectedNote.latitude { latitude = Double(html) }
        if type.cards == .place, name == ConnectedNote.longitude { longitude = Double(html) }
        guard let field = field(named: name, ignoringCase: ignoringCase) else { return }
        values[field] = Self.stored(html, in: type)
    }

    /// Adds HTML to the end of a field that has that very name.
    mutating func append(
        _ html: String,
        to name: String,
        of note: Note?
    ) throws(ConnectError) {
        guard let field = field(named: name, ignoringCase: false) else { return }
        // Taken out, so that adding to it does not copy it.
        var text = values.removeValue(forKey: field) ?? note?.text(of: field) ?? ""
        text += type.usesHTML ? html : html.asPlainTextWithMedia
        try Self.checkLength(of: text, name)
        values[field] = text
    }

    private static func checkLength(of text: String, _ name: String) throws(ConnectError) {
        guard text.utf8.count <= longest else {
            throw ConnectError("the field \(name.prefix(80)) is too long")
        }
    }

    func field(named name: String, ignoringCase: Bool) -> FieldID? {
        if type.cards == .languages { return LanguageTag(name).map { .language($0) } }
        if let field = type.fields.first(where: { $0.name == name }) { return field.id }
        guard ignoringCase else { return nil }
        let key = name.caseFolded
        return type.fields.first { $0.name.caseFolded == key }?.id
    }

    /// Text where the type has no HTML, else HTML without what could do harm.
    static func stored(_ html: String, in type: NoteType) -> String {
        if type.usesHTML { return IncomingMarkup.filtered(html).composed }
        guard html.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
        else { return html.composed }
        return html.asPlainTextWithMedia.trimmed.composed
    }

    /// A note's values with these in place of the old ones; empty ones are removed.
    func merged(over old: [FieldID: FieldValue]) -> [FieldID: FieldValue] {
        var result = old
        for (field, text) in values {
            guard !text.isEmpty else {
                result[field] = nil
                continue
            }
            guard result[field]?.text != text else { continue }
            var value = result[field] ?? FieldValue("")
            value.text = text
            value.origin = .typed
            result[field] = value
        }
        return result
    }

    var place: Place? {
        guard let latitude, let longitude else { return nil }
        return Place(latitude: latitude, longitude: longitude)
    }
}

extension String {
    /// The text of HTML with the names of pictures, by which Anki compares first fields.
    var comparedText: String {
        MediaText(self).pieces.map { piece in
            switch piece {
            case .text(let text): text.withoutMarkup
            case .reference(let reference, let source):
                reference.kind == .picture ? " \(reference.name) " : source
            }
        }.joined().composed
    }
}

extension NoteType {
    /// The text of a note's first field for comparison; for languages, of the first that has one.
    func firstText(of values: [FieldID: FieldValue]) -> String {
        let field = cards == .languages ? values.keys.min() : fields.first?.id
        let text = field.flatMap { values[$0]?.text } ?? ""
        // Space around a text counts in HTML, and is not stored elsewhere.
        return usesHTML ? text.comparedText : AnkiMarkup.html(of: text).comparedText.trimmed
    }
}
