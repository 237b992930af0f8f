internal import Library
internal import LibraryValues
internal import Notes

extension ConnectAction {
    static let notes: [String: ConnectAction] = [
        "addNote": ConnectAction("note", changes: true) { call in
            let sent = try call.parameters.value("note")
            // The same program sending the same note again means the one that it has added.
            if let note = call.service.recentNotes.note(sent, by: call.client),
                let number = try call.library.connectedNotes([note]).isEmpty
                    ? nil : call.library.numbers(ofNotes: [note])[note]
            {
                return .integer(number)
            }
            let catalog = try ConnectCatalog(call.library)
            let draft = try SentNote(sent, in: catalog).draft(for: call, in: catalog)
            let note = try call.library.add([draft], by: call.author)[0]
            call.service.recentNotes.add(note, sent, by: call.client)
            try call.service.dropFolder.takeIn(draft.values.values.map(\.text), for: call)
            return .integer(try call.library.numbers(ofNotes: [note])[note] ?? 0)
        },
        "addNotes": ConnectAction("notes", changes: true) { call in
            try addNotes(call)
        },
        "canAddNotes": ConnectAction("notes") { call in
            .list(try refusals(of: call.parameters.list("notes"), call).map { .boolean($0 == nil) })
        },
        "canAddNote": ConnectAction("note") { call in
            .boolean(try refusals(of: [call.parameters.value("note")], call)[0] == nil)
        },
        "canAddNotesWithErrorDetail": ConnectAction("notes") { call in
            .list(try refusals(of: call.parameters.list("notes"), call).map(detail))
        },
        "canAddNoteWithErrorDetail": ConnectAction("note") { call in
            detail(try refusals(of: [call.parameters.value("note")], call)[0])
        },
        "findNotes": ConnectAction("query") { call in
            guard call.parameters["query"] != nil else { return [] }
            let found = try call.foundNotes(try call.parameters.text("query"))
            let numbers = try call.library.numbers(ofNotes: found)
            return .list(numbers.values.sorted().map { .integer($0) })
        },
        "notesInfo": ConnectAction("notes", "query") { call in
            let notes: [NoteID?]
            if call.parameters["notes"] != nil {
                notes = try call.notes(try call.parameters.ids("notes"))
            } else if let query = try call.parameters.text(ifGiven: "query") {
                let found = try call.foundNotes(query)
                let numbers = try call.library.numbers(ofNotes: found)
                notes = found.sorted { numbers[$0] ?? 0 < numbers[$1] ?? 0 }
            } else {
                throw ConnectError("Must provide either \"notes\" or a \"query\"")
            }
            return .list(try call.information(of: notes))
        },
        "notesModTime": ConnectAction("notes") { call in
            let ids = try call.notes(try call.parameters.ids("notes"))
            let known = try call.library.connectedNotes(ids.compactMap(\.self))
            let numbers = try call.library.numbers(ofNotes: known.map(\.note.id))
            let notes = Dictionary(known.map { ($0.note.id, $0.note) }) { first, _ in first }
            return .list(
                ids.map { id in
                    guard let note = id.flatMap({ notes[$0] }) else { return [:] }
                    return [
                        "noteId": .integer(numbers[note.id] ?? 0),
                        "mod": .integer(note.changed.milliseconds / 1_000),
                    ]
                }
            )
        },
        "updateNoteFields": ConnectAction("note", changes: true) { call in
            let note = try call.parameters.object("note")
            guard note.has("fields") else { throw ConnectError("'fields'") }
            try update(note, call)
            return .null
        },
        "updateNote": ConnectAction("note", changes: true) { call in
            let note = try call.parameters.object("note")
            guard note["fields"] != nil || note["tags"] != nil else {
                throw ConnectError("Must provide a \"fields\" or \"tags\" property.")
            }
            try update(note, call)
            return .null
        },
        "updateNoteModel": ConnectAction("note", changes: true) { call in
            try changeModel(try call.parameters.object("note"), call)
            return .null
        },
        "deleteNotes": ConnectAction("notes", changes: true) { call in
            let notes = try call.notes(try call.parameters.ids("notes")).compactMap(\.self)
            if !notes.isEmpty { _ = try call.library.delete(notes, by: call.author) }
            return .null
        },
    ]

    /// All or none; the error lists what is wrong with each.
    private static func addNotes(_ call: ConnectCall) throws -> ConnectValue {
        let catalog = try ConnectCatalog(call.library)
        let sent = try call.parameters.list("notes")
        var errors: [ConnectError] = []
        var notes: [SentNote] = []
        var earlier: [String: [Note]] = [:]
        for value in sent {
            do {
                let note = try SentNote(value, in: catalog)
                let checked = try note.check(for: call, in: catalog, after: earlier)
                earlier[note.firstText(of: checked), default: []].append(checked)
                notes.append(note)
            } catch let error as ConnectError {
                errors.append(error)
            }
        }
        guard errors.isEmpty else { throw ConnectError(printed(errors)) }
        let drafts = try notes.map { try $0.draft(for: call, in: catalog) }
        guard !drafts.isEmpty else { return [] }
        let added = try call.library.add(drafts, by: call.author)
        let numbers = try call.library.numbers(ofNotes: added)
        let texts = drafts.flatMap { $0.values.values.map(\.text) }
        try call.service.dropFolder.takeIn(texts, for: call)
        return .list(added.map { .integer(numbers[$0] ?? 0) })
    }

    /// A list of texts as Python prints it, which programs look into.
    private static func printed(_ errors: [ConnectError]) -> String {
        "[" + errors.map { ConnectValue.string($0.text).printed }.joined(separator: ", ") + "]"
    }

    /// Why each note cannot be added; nil where it can.
    private static func refusals(
        of notes: [ConnectValue],
        _ call: ConnectCall
    ) throws -> [ConnectError?] {
        let catalog = try ConnectCatalog(call.library)
        return try notes.map { value in
            do {
                try SentNote(value, in: catalog).check(for: call, in: catalog)
                return nil
            } catch let error as ConnectError {
                return error
            }
        }
    }

    private static func detail(_ error: ConnectError?) -> ConnectValue {
        guard let error else { return ["canAdd": true] }
        return ["canAdd": false, "error": .string(error.text)]
    }

    /// Changes the fields, tags, pictures and sounds of a note.
    private static func update(_ sent: ConnectParameters, _ call: ConnectCall) throws {
        let known = try call.connectedNote(try sent.id("id"))
        var fields = SentFields(for: known.type)
        for member in sent["fields"]?.members ?? [] {
            guard let html = member.value.text else {
                throw ConnectError("the field \(member.name.prefix(80)) must be a string")
            }
            try fields.set(member.name, html, ignoringCase: false)
        }
        for (kind, list) in try SentFields.mediaLists(in: sent) {
            for medium in list { try fields.show(medium, kind, of: known.note, for: call) }
        }
        let tags = sent["tags"] == nil ? nil : try SentTags.names(sent["tags"])
        _ = try call.library.edit(known.note.id, by: call.author) { note in
            note.values = fields.merged(over: note.values)
            if let place = fields.place { note.place = place }
            if let tags, Set(tags.map(\.text)) != Set(note.tags.map(\.text)) { note.tags = tags }
        }
        try call.service.dropFolder.takeIn(fields.values.values, for: call)
    }

    /// Gives a note another type with new values for all fields; without tags it loses them, as in Anki.
    private static func changeModel(_ sent: ConnectParameters, _ call: ConnectCall) throws {
        guard let number = sent["id"]?.id else { throw ConnectError("Note ID is required") }
        guard let name = sent["modelName"]?.text else {
            throw ConnectError("Model name is required")
        }
        guard let members = sent["fields"]?.members else {
            throw ConnectError("Fields are required")
        }
        let id = try call.connectedNote(number).note.id
        let types = try call.library.types()
        guard let type = types.first(where: { $0.name == name }) else {
            throw ConnectError("Model '\(name)' not found")
        }
        var fields = SentFields(for: type)
        for member in members {
            guard fields.field(named: member.name, ignoringCase: false) != nil else {
                throw ConnectError("Field '\(member.name)' not found in model '\(name)'")
            }
            try fields.set(member.name, member.value.text ?? "", ignoringCase: false)
        }
        let tags = try SentTags.names(sent["tags"])
        _ = try call.library.edit(id, by: call.author) { note in
            note.type = type.id
            note.values = fields.merged(over: [:])
            note.tags = tags
        }
    }
}

extension ConnectCall {
    func query(_ text: String) throws -> AnkiQuery {
        do throws(AnkiQueryError) {
            return try AnkiQuery(text)
        } catch {
            throw ConnectError(error.reason)
        }
    }

    func foundNotes(_ text: String) throws -> [NoteID] {
        try library.notes(matching: try query(text), timeZoneOffset: offset)
    }

    /// The note that a number stands for, with its cards.
    func connectedNote(_ number: Int64) throws -> ConnectedNote {
        guard let id = try notes([number])[0], let note = try library.connectedNotes([id]).first
        else { throw ConnectError.note(number) }
        return note
    }
}
