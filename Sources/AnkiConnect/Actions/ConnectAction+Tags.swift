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
            let number = try call.parameters.id("note")
            guard let id = try call.notes([number])[0],
                let note = try call.library.connectedNotes([id]).first
            else { throw ConnectError.note(number) }
            return .list(note.note.tags.map { .string($0.text) })
        },
        "updateNoteTags": ConnectAction("note", "tags", changes: true) { call in
            let number = try call.parameters.id("note")
            let tags = try SentTags.names(try call.parameters.value("tags"))
            guard let id = try call.notes([number])[0],
                try !call.library.connectedNotes([id]).isEmpty
            else { throw ConnectError.note(number) }
            _ = try call.library.edit(id, by: call.author) { $0.tags = tags }
            return .null
        },
        "replaceTags": ConnectAction(
            "notes",
            "tag_to_replace",
            "replace_with_tag",
            changes: true
        ) { call in
            let notes = try call.notes(try call.parameters.ids("notes")).compactMap(\.self)
            try replaceTag(of: notes, call)
            return .null
        },
        "replaceTagsInAllNotes": ConnectAction(
            "tag_to_replace",
            "replace_with_tag",
            changes: true
        ) { call in
            guard let old = TagName(try call.parameters.text("tag_to_replace")),
                let new = TagName(try call.parameters.text("replace_with_tag"))
            else { return .null }
            let query = AnkiQuery.term(.tag(AnkiPattern(old.text)))
            let notes = try call.library.notes(matching: query, timeZoneOffset: call.offset)
            let having = try call.library.connectedNotes(notes).filter {
                $0.note.tags.contains { $0.key == old.key }
            }
            try replace(old, by: new, on: having.map(\.note.id), call)
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

    private static func replaceTag(of notes: [NoteID], _ call: ConnectCall) throws {
        guard let old = TagName(try call.parameters.text("tag_to_replace")),
            let new = TagName(try call.parameters.text("replace_with_tag"))
        else { return }
        let having = try call.library.connectedNotes(notes).filter {
            $0.note.tags.contains { $0.key == old.key }
        }
        try replace(old, by: new, on: having.map(\.note.id), call)
    }

    private static func replace(
        _ old: TagName,
        by new: TagName,
        on notes: [NoteID],
        _ call: ConnectCall
    ) throws {
        guard !notes.isEmpty else { return }
        _ = try call.library.act(.untag([old]), on: .notes(notes), by: call.author)
        _ = try call.library.act(.tag([new]), on: .notes(notes), by: call.author)
    }
}
