import HTTP
import Languages
import LibraryValues
import Notes
import Pages

/// The form of a note.
struct NoteRequest {
    /// The button that was pressed.
    enum Action: String {
        case save, delete, type, language, up, preview
    }

    let action: Action
    var draft: NoteDraft
    /// The note as the learner saw it.
    let seen: NoteSnapshot?
    /// Whether another note may ask the same.
    let allowsDuplicate: Bool
    /// The type to change to.
    let newType: NoteTypeID?
    /// The language to add, as it was typed.
    let newLanguage: String
    /// The language to move up.
    let raised: LanguageTag?
    /// The order of the languages; nil where none was moved.
    let languages: [LanguageTag]?

    init(_ form: Query) throws(HTTPError) {
        // Without a button, as from a script, the first one is meant.
        let button = form["do"] ?? Action.save.rawValue
        raised = button.hasPrefix("up-") ? LanguageTag(button.dropFirst(3)) : nil
        guard let action = raised == nil ? Action(rawValue: button) : .up else {
            throw HTTPError(.badRequest, "This button doesn’t exist.")
        }
        self.action = action
        languages = form["order"].map { order in
            order.split(separator: ",").prefix(StringCatalog.Limits.localizations)
                .compactMap { LanguageTag($0) }
        }
        seen = NoteSnapshot(form)
        allowsDuplicate = form["anyway"] == "on"
        newType = form["new-type"].flatMap { NoteTypeID($0) }
        newLanguage = form["language"] ?? ""
        guard let type = form["type"].flatMap({ NoteTypeID($0) }) ?? newType,
            let deck = form["deck"].flatMap({ DeckID($0) })
        else {
            guard action == .delete else {
                throw HTTPError(.badRequest, "The form is missing a card type or a deck.")
            }
            draft = NoteDraft(type: NoteType.basic.id, deck: DeckID(rawValue: 1))
            return
        }
        draft = NoteDraft(
            type: type,
            deck: deck,
            tags: form["tags"] ?? "",
            wordType: form["word-type"].flatMap { WordType(rawValue: $0) },
            place: form["where"].map { PlaceInput($0) }
        )
        for item in form.items {
            // Browsers send line ends as two characters.
            let text = item.value.replacing("\r\n", with: "\n")
            if item.name.hasPrefix("f-"), let field = FieldID(item.name.dropFirst(2)) {
                draft.values[field, default: NoteDraft.Value()].text = text
            } else if item.name.hasPrefix("say-"), let field = FieldID(item.name.dropFirst(4)) {
                draft.values[field, default: NoteDraft.Value()].pronunciation = text
            }
        }
        for field in draft.values.keys {
            let leading = Self.media(of: field, named: MediaFieldNames.leading, form)
            let trailing = Self.media(of: field, named: MediaFieldNames.trailing, form)
            guard let text = draft.values[field]?.text else { continue }
            draft.values[field]?.text = leading + text + trailing
        }
    }

    /// The pictures and sounds at one end of a field's text, each with its caption.
    private static func media(
        of field: FieldID,
        named names: (source: String, caption: String),
        _ form: Query
    ) -> String {
        func values(_ prefix: String) -> [String] {
            form.items.filter { $0.name == prefix + field.description }
                .map { $0.value.replacing("\r\n", with: "\n") }
        }
        let captions = values(names.caption)
        return values(names.source).enumerated().map { index, source in
            captions.indices.contains(index) ? MediaText.captioned(source, captions[index]) : source
        }.joined()
    }
}

extension NoteSnapshot {
    /// Reads what `NotePage` wrote; nil for a new note.
    fileprivate init?(_ form: Query) {
        guard let changed = form["changed"].flatMap({ Int64($0) }),
            let deck = form["seen-deck"].flatMap({ DeckID($0) })
        else { return nil }
        self.init(
            changed: Moment(milliseconds: changed),
            deck: deck,
            tags: form["seen-tags"] ?? ""
        )
    }
}
