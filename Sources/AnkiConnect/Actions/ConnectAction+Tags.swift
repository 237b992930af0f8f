internal import Library
internal import LibraryValues
internal import Notes

extension ConnectAction {
    static let tags: [String: ConnectAction] = [
        "addTags": ConnectAction("notes", "tags", "add", changes: true) { call in
            // The third parameter, which nobody documents, turns it around.
            let isAdded = try call.parameters.flag("add", default: true)
            try tag(call, with: try SentTags.names(call.parameters["tags"]), isAdded: isAdded)
            return .null
        },
        "removeTags": ConnectAction("notes", "tags", changes: true) { call in
            try tag(call, with: try SentTags.names(call.parameters["tags"]), isAdded: false)
            return .null
        },
        "getTags": ConnectAction { call in
            .list(try call.library.tags().map { .string($0.text) })
        },
        "getNoteTags": ConnectAction("note") { call in
            let note = try call.connectedNote(try call.parameters.id("note")).note
            return .list(note.tags.map { .string($0.text) })
        },
        "updateNoteTags": ConnectAction("note", "tags", changes: true) { call in
            let number = try call.parameters.id("note")
            let tags = try SentTags.names(try call.parameters.value("tags"))
            let note = try call.connectedNote(number).note.id
            _ = try call.library.edit(note, by: call.author) { $0.tags = tags }
            return .null
        },
        "replaceTags": ConnectAction(
            "notes",
            "tag_to_replace",
            "replace_with_tag",
            changes: true
        ) { call in
            let notes = try call.notes(try call.parameters.ids("notes")).compactMap(\.self)
            try replaceTag(call) { _ in notes }
            return .null
        },
        "replaceTagsInAllNotes": ConnectAction(
            "tag_to_replace",
            "replace_with_tag",
            changes: true
        ) { call in
            try replaceTag(call) { old in
                let query = AnkiQuery.term(.tag(AnkiPattern(old.text)))
                return try call.library.notes(matching: query, timeZoneOffset: call.offset)
            }
            return .null
        },
        // A tag here is there as long as a note has it.
        "clearUnusedTags": ConnectAction { _ in .null },
    ]

    private static func tag(
        _ call: ConnectCall,
        with tags: [TagName],
        isAdded: Bool
    ) throws {
        let notes = try call.notes(try call.parameters.ids("notes")).compactMap(\.self)
        guard !notes.isEmpty, !tags.isEmpty else { return }
        let action: NoteAction =
            isAdded ? .tag(tags) : .untag(try withInner(tags, on: notes, call))
        _ = try call.library.act(action, on: .notes(notes), by: call.author)
    }

    /// Some tags and those of notes that are inside them, which Anki removes with them.
    private static func withInner(
        _ tags: [TagName],
        on notes: [NoteID],
        _ call: ConnectCall
    ) throws -> [TagName] {
        let keys = tags.map(\.key)
        let own = try call.library.connectedNotes(notes).flatMap(\.note.tags)
        let inside = Set(own).filter { tag in keys.contains(where: tag.key.isInside) }
        return tags + inside.sorted { $0.text < $1.text }
    }

    /// Replaces a tag on those of the notes that have it.
    private static func replaceTag(
        _ call: ConnectCall,
        on notes: (TagName) throws -> [NoteID]
    ) throws {
        guard let old = TagName(try call.parameters.text("tag_to_replace")),
            let new = TagName(try call.parameters.text("replace_with_tag"))
        else { return }
        let having = try call.library.connectedNotes(try notes(old)).map(\.note)
            .filter { $0.tags.contains { $0.key == old.key } }.map(\.id)
        guard !having.isEmpty else { return }
        _ = try call.library.act(.untag([old]), on: .notes(having), by: call.author)
        _ = try call.library.act(.tag([new]), on: .notes(having), by: call.author)
    }
}
