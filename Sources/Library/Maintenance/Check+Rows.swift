internal import LibraryValues
internal import Notes
internal import SQLite
internal import Storage

extension Check {
    /// Checks the structure of the database file; damaged indexes are rebuilt from their tables.
    ///
    /// The content of changed pages is trusted only if the caller accepts it, because everything that is derived would be
    /// made to agree with it.
    mutating func file(acceptingPages acceptsPages: Bool) throws {
        try structure()
        let flaws = try library.database.pageFlaws()
        guard !flaws.isEmpty, report.isSound else { return }
        let count = flaws.wrongPages.count
        let pages =
            count > 0
            ? several(count, "page of the file differs", "pages of the file differ")
                + " from what Omena wrote"
            : "Some pages of the file are older than what Omena wrote last"
        let says = "\(pages): the disk is failing, or another program has changed the file."
        guard acceptsPages else {
            let advice = "If you changed it on purpose, accept that: omena check --accept"
            return reportFault(.file, says, "\(try backupAdvice()) \(advice)")
        }
        try prepareRepair()
        try library.database.renewChecksums()
        reportRepair(.file, says, "Accepted as they are.")
    }

    /// Which backup to restore.
    private func backupAdvice() throws -> String {
        try library.backups().first { $0.name != report.backup }
            .map { "Restore a backup; the latest one is \($0.name)." }
            ?? "Restore a backup, if you have one."
    }

    private mutating func structure() throws {
        let flaws = try library.database.fileFlaws()
        guard let flaw = flaws.first else { return }
        let says = "The file is damaged: \(flaw)."
        try prepareRepair()
        // If a table itself is damaged, this fails and changes nothing.
        try? library.database.write { try $0.rebuildIndexes() }
        guard let rest = try library.database.fileFlaws().first else {
            reportRepair(
                .file,
                says,
                "The indexes were rebuilt from the notes, the cards and the log."
            )
            return
        }
        reportFault(
            .file,
            rest == flaw ? says : "The file is damaged: \(rest).",
            try backupAdvice()
        )
    }

    mutating func references() throws {
        for broken in try library.database.read({ try $0.brokenReferences() }) {
            let count = broken.count
            switch broken.kind {
            case .tags:
                let says = "\(several(count, "tag belongs", "tags belong")) to no note."
                try repair(.references, says, "Removed.") { try $0.removeOrphans() }
            case .cards:
                let says = "\(several(count, "card belongs", "cards belong")) to no note."
                let remedy = "Removed; the answers stay in the log."
                try repair(.references, says, remedy) { try $0.removeOrphans() }
            case .cardDecks:
                let says =
                    "\(several(count, "card is", "cards are")) in a deck that does not exist."
                try repair(.references, says, "Moved to the decks of their notes.") {
                    try $0.returnStrayCards()
                }
            case .noteDecks:
                let says =
                    "\(several(count, "note is", "notes are")) in a deck that does not exist."
                let moment = library.now()
                try repair(.references, says, "Moved to a new deck, “Recovered”.") {
                    try Self.recoverDecks(with: $0, at: moment)
                }
            case .noteTypes:
                let says = "\(several(count, "note has", "notes have")) a type that does not exist."
                let moment = library.now()
                try repair(.references, says, "The type was recreated from the notes’ fields.") {
                    try Self.recoverTypes(with: $0, at: moment)
                }
            }
        }
    }

    /// Checks that all cards and answers can be sent to other replicas.
    mutating func facts() throws {
        let count = try library.database.read { try $0.countWithoutFacts() }
        guard count > 0 else { return }
        let rows = several(count, "card or answer is", "cards or answers are")
        let moment = library.now()
        let says = "\(rows) unknown to other copies of the library."
        try repair(.references, says, "Recorded for the next sync.") {
            try $0.writeMissingFacts(at: moment)
        }
    }

    private static func recoverDecks(with writer: borrowing Writer, at moment: Moment) throws {
        for deck in try writer.missingDecks() {
            let taken = Set(try writer.decks().map(\.name.key))
            let names = (1...(taken.count + 1)).lazy.compactMap { number in
                DeckName(number == 1 ? "Recovered" : "Recovered \(number)")
            }
            guard let name = names.first(where: { !taken.contains($0.key) }) else { continue }
            try writer.insert(Deck(id: deck, name: name), at: moment)
        }
    }

    private static func recoverTypes(with writer: borrowing Writer, at moment: Moment) throws {
        for (id, fields) in try writer.missingNoteTypes() {
            try writer.insert(NoteType(recovered: id, fields: fields), at: moment)
        }
    }

    /// Checks that all values can be parsed; a broken note is recovered from the latest backup that has it.
    mutating func values() throws {
        let impossible = try library.database.read { try $0.impossibleNumberCount() }
        if impossible > 0 {
            let says = "\(several(impossible, "row has", "rows have")) an impossible number."
            try repair(.values, says, "Replaced by the nearest possible one.") {
                try $0.correctImpossibleNumbers()
            }
        }
        let unreadable = try library.database.read { try $0.unreadableRows() }
        if !unreadable.changes.isEmpty {
            let count = unreadable.changes.count
            let says = "\(several(count, "change", "changes")) in the history cannot be read."
            try repair(.values, says, "Removed from the history; what was changed stays.") {
                try $0.deleteChanges(unreadable.changes)
            }
        }
        for note in unreadable.notes {
            let says = "The note \(note) cannot be read."
            if let (backup, copy) = try readable(note) {
                try repair(.values, says, "Restored from the backup \(backup).") {
                    try $0.update(copy)
                }
            } else {
                reportFault(
                    .values,
                    says,
                    "No backup beside the library has a readable copy; restore an older backup."
                )
            }
        }
        if unreadable.others > 0 {
            let rows = several(unreadable.others, "row", "rows")
            reportFault(
                .values,
                "\(rows) of decks, note types or the log cannot be read.",
                "Restore a backup."
            )
        }
    }

    /// The note from the latest backup in which it is readable.
    private func readable(_ id: NoteID) throws -> (BackupName, Note)? {
        for backup in try library.backups() {
            let path = library.backupFolder.path(of: backup.name)
            guard let copy = try? LibraryCopy(path: path, in: library.key.files(at: path)) else {
                continue
            }
            defer { try? copy.close() }
            if let note = try? copy.read({ try $0.note(id) }) { return (backup.name, note) }
        }
        return nil
    }
}

extension NoteType {
    /// A type for notes whose own is lost: the built-in one with the id, or one that asks for the first field.
    fileprivate init(recovered id: NoteTypeID, fields: Set<FieldID>) {
        if let known = NoteType.builtIn.first(where: { $0.id == id }) {
            self = known
            return
        }
        let isLanguages = fields.contains { if case .language = $0 { true } else { false } }
        let named = fields.sorted().enumerated().map { position, field in
            Field(id: field, name: "Field \(position + 1)")
        }
        let back = named.dropFirst().map { "{{\($0.name)}}" }.joined(separator: "<br>")
        let template = Template(
            id: 1,
            name: "Card 1",
            front: "{{\(named.first?.name ?? "Field 1")}}",
            back: back
        )
        self.init(
            id: id,
            name: "Recovered",
            fields: isLanguages ? [] : named,
            cards: isLanguages ? .languages : .templates([template])
        )
    }
}
