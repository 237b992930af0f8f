internal import Library

extension ConnectAction {
    /// Actions that need a window in Anki; an open page of Omena takes its place.
    static let interface: [String: ConnectAction] = [
        "guiBrowse": ConnectAction("query", "reorderCards") { call in
            guard let query = try call.parameters.text(ifGiven: "query") else { return [] }
            let found = try call.foundCards(query)
            if !isAway(query) { call.service.events.post(.browse(query)) }
            return .list(found)
        },
        "guiEditNote": ConnectAction("note") { call in
            let number = try call.parameters.id("note")
            guard let note = try call.notes([number])[0] else { throw ConnectError.note(number) }
            call.service.events.post(.edit(note))
            return .null
        },
        "guiAddCards": ConnectAction("note", changes: true) { call in
            guard let sent = call.parameters["note"] else {
                call.service.events.post(.add(nil))
                return 0
            }
            let catalog = try ConnectCatalog(call.library)
            let note = try SentNote(sent, in: catalog)
            call.service.events.post(.add(try note.formDraft(for: call, in: catalog)))
            return 0
        },
        "guiSelectCard": ConnectAction("card") { call in
            let number = try call.parameters.id("card")
            let exists = try call.cards([number])[0] != nil
            return .boolean(exists && call.service.events.hasPage)
        },
        "guiSelectNote": ConnectAction("note", "card") { call in
            let number = try call.parameters.id(call.parameters.has("note") ? "note" : "card")
            let exists =
                try call.notes([number])[0] != nil || call.cards([number])[0] != nil
            return .boolean(exists && call.service.events.hasPage)
        },
        // Nothing that is selected in a page is known here.
        "guiSelectedNotes": ConnectAction { _ in [] },
        "guiCurrentCard": ConnectAction { _ in
            throw ConnectError("Gui review is not currently active.")
        },
        // A session belongs to the browser that runs it.
        "guiReviewActive": ConnectAction { _ in false },
        "guiStartCardTimer": ConnectAction { _ in false },
        "guiShowQuestion": ConnectAction { _ in false },
        "guiShowAnswer": ConnectAction { _ in false },
        "guiAnswerCard": ConnectAction("ease") { _ in false },
        "guiPlayAudio": ConnectAction { _ in false },
        "guiDeckOverview": ConnectAction("name") { call in try showDeck(call) },
        "guiDeckReview": ConnectAction("name") { call in try showDeck(call) },
        "guiDeckBrowser": ConnectAction { _ in .null },
        "guiUndo": ConnectAction(changes: true) { call in
            guard let change = try call.library.latestChange(by: call.author) else { return false }
            _ = try call.library.undo(change, timeZoneOffset: call.offset)
            return true
        },
        "guiCheckDatabase": ConnectAction { call in
            let report = try call.library.check()
            guard let finding = report.findings.first else { return true }
            throw ConnectError(finding.says)
        },
    ]

    /// Whether a search only moves Anki's browser away from a note that is about to be changed.
    private static func isAway(_ query: String) -> Bool { query == "nid:1" }

    private static func showDeck(_ call: ConnectCall) throws -> ConnectValue {
        let name = try call.parameters.text("name")
        guard try ConnectCatalog(call.library).deck(named: name) != nil else { return false }
        call.service.events.post(.browse("deck:\"\(name)\""))
        return true
    }

    /// What Omena does without being asked, or has only one of.
    static let unneeded: [String: ConnectAction] = [
        "sync": ConnectAction { _ in .null },
        "reloadCollection": ConnectAction { _ in .null },
        "removeEmptyNotes": ConnectAction { _ in .null },
        "getProfiles": ConnectAction { call in [.string(call.profile)] },
        "getActiveProfile": ConnectAction { call in .string(call.profile) },
        "loadProfile": ConnectAction("name") { call in
            .boolean(try call.parameters.text("name") == call.profile)
        },
    ]
}
