import HTTP
import Languages
import Library
import LibraryValues
import Notes

/// The form below the list of notes: an action and the notes that are selected.
struct SelectionRequest {
    let action: NoteAction
    let selection: NoteSelection

    init(_ form: Query) throws(HTTPError) {
        selection = try NoteSelection(form)
        switch form["do"] {
        case "move":
            guard let deck = form["deck"].flatMap({ DeckID($0) }) else {
                throw HTTPError(.badRequest, "The form doesn’t name a deck.")
            }
            action = .move(to: deck)
        case "tag": action = .tag(try Self.tags(form))
        case "untag": action = .untag(try Self.tags(form))
        case "suspend": action = .suspend
        case "unsuspend": action = .unsuspend
        case "delete": action = .delete
        default: throw HTTPError(.badRequest, "This button doesn’t exist.")
        }
    }

    private static func tags(_ form: Query) throws(HTTPError) -> [TagName] {
        let draft = NoteDraft(
            type: NoteType.basic.id,
            deck: DeckID(rawValue: 1),
            tags: form["tags"] ?? ""
        )
        let tags = draft.tagNames().compactMap { TagName($0) }
        guard (1...NoteDraft.mostTags).contains(tags.count) else {
            throw HTTPError(
                .unprocessableContent,
                "Enter one to \(NoteDraft.mostTags) tags."
            )
        }
        return tags
    }
}

extension NoteSelection {
    /// The notes that are ticked, or all that the query finds except some.
    init(_ form: Query) throws(HTTPError) {
        if form["all"] != nil {
            let exceptions = (form["except"] ?? "").split(separator: ",").compactMap { NoteID($0) }
            self = .found(
                form["query"] ?? "",
                except: Set(exceptions),
                count: form["count"].flatMap { Int($0) }
            )
            return
        }
        let ticked = form.all("note").compactMap { NoteID($0) }
        // Scripts send them in one field, because the number of fields is limited.
        let listed = (form["notes"] ?? "").split(separator: ",").compactMap { NoteID($0) }
        guard !ticked.isEmpty || !listed.isEmpty else {
            throw HTTPError(.unprocessableContent, "No cards are selected.")
        }
        self = .notes(ticked + listed)
    }
}
