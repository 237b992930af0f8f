package import Notes
internal import SQLite

// A library whose transactions are made durable elsewhere: first there, then in its file. So the file may lack what is
// durable, and never has what is not.

extension Database {
    /// Appends what a transaction has changed; false if that is nothing which others have to know.
    ///
    /// - Parameter before: What the library held before the transaction.
    func share(
        _ changed: ChangedFacts.Parts,
        since before: SharedState,
        by writer: borrowing Writer,
        through commits: any SharedCommits
    ) throws -> SharedState? {
        guard !changed.isEmpty || changed.isMerged || !changed.tables.isEmpty else { return nil }
        guard let library = try writer.library()?.id else { return nil }
        let held = try writer.syncVector()
        // A library that has become another one's copy has nothing of its own before.
        let vector = library == before.library ? before.vector : SyncVector()
        let page = FactPage(after: vector, vector: held, held: held, facts: [])
        var changes = SharedChanges(library: library, page: page, tables: [:])
        changes.reused = try writer.reusedSequences()
        if held != vector {
            var stream = try FactStream(after: vector, holding: held, writer)
            while let fact = try stream.next(writer) {
                changes.facts.add(fact)
                if fact.key.object.kind == SyncKind.event.rawValue { changes.events += 1 }
            }
        }
        for table in changed.tables { changes.tables[table] = try writer.durableRows(of: table) }
        let mark = try commits.append(changes)
        return SharedState(library: library, vector: held, mark: mark)
    }

    /// What the file remembers of the place up to which it has everything; nil if it has never been shared.
    package func sharedMark() throws -> String? { try read { try $0.sharedMark() } }

    /// Remembers a place whose content is in the file.
    package func setSharedMark(_ mark: String) throws {
        try StorageError.translating {
            // Without the triggers, which report no such change, and take longer to create than the rest of opening a library.
            try pool.withWriter { connection in
                try connection.transaction(.write) {
                    try Writer(connection: connection, vocabulary: Vocabulary())
                        .set(.sharedMark, to: mark)
                }
            }
        }
    }

    /// Remembers a place in a file that is not open.
    package static func setSharedMark(_ mark: String, in path: String) throws {
        try StorageError.translating {
            let connection = try Connection(
                path: path,
                access: .write,
                applicationID: applicationID,
                extensions: .search
            )
            do {
                try connection.run(
                    "INSERT OR REPLACE INTO setting (key, value) VALUES (:key, :mark)",
                    ["key": SettingKey.sharedMark, "mark": mark]
                )
                try connection.close()
            } catch {
                try? connection.close()
                throw error
            }
        }
    }

    /// Adds what was shared after the file's place, as if it had been done here, in one transaction.
    ///
    /// - Parameters:
    ///   - moment: The present.
    ///   - mark: The place where it ends.
    package func apply(
        _ changes: [SharedChanges],
        upTo mark: String,
        at moment: Moment
    ) throws {
        try writeUnshared { writer in
            let wasMerged = try writer.setting(.hasMerged)
            var rest = changes[...]
            while let first = rest.first {
                // One merge for many answers, because each derives memories anew; whatever else is done may depend on its order.
                let part = rest.prefix {
                    $0.library == first.library && $0.reused == first.reused && $0.hasOnlyEvents
                }
                let count = max(1, part.count)
                try writer.apply(Array(rest.prefix(count)), at: moment)
                rest = rest.dropFirst(count)
            }
            if wasMerged == nil { try writer.removeSetting(.hasMerged) }
            for (table, rows) in changes.lastTables { try writer.replaceDurable(table, with: rows) }
        }
        try shareWhatWasDrawn(after: changes)
        try setSharedMark(mark)
    }

    /// Shares facts that merging itself has added, as it did where the changes come from, so that none is known to this file alone.
    ///
    /// If the program ends before, applying the changes again does it.
    private func shareWhatWasDrawn(after changes: [SharedChanges]) throws {
        guard let last = changes.last, commits != nil else { return }
        let held = try read { try $0.syncVector() }
        guard held != last.page.vector else { return }
        setShared(SharedState(library: last.library, vector: last.page.vector))
        try write { $0.sync?.changes.recordMerge() }
    }
}

extension Reading where Self: ~Copyable {
    /// The place in a shared log up to which the file has everything.
    package func sharedMark() throws -> String? { try setting(.sharedMark) }
}

/// What a library has shared last.
struct SharedState: Sendable {
    var library: String?
    var vector: SyncVector
    var mark = ""
}

extension Writer {
    /// - Parameter changes: Of one library, with the same reused sequences.
    fileprivate func apply(_ changes: [SharedChanges], at moment: Moment) throws {
        guard let first = changes.first, let last = changes.last else { return }
        let facts = changes.flatMap(\.page.facts)
        if try library()?.id != first.library { try empty(toBecome: first.library) }
        try renameFacts(
            from: first.reused.newlyReused(after: reusedSequences()),
            isReplay: true
        )
        guard !facts.isEmpty || last.page.vector != first.page.after else { return }
        // The file's own facts come back as another replica's, so that it uses none of their sequences again.
        try markReplaced()
        let page = FactPage(
            after: first.page.after,
            vector: last.page.vector,
            held: last.page.held,
            facts: facts
        )
        _ = try merge(page, at: moment, isReplay: true)
    }
}

extension SharedChanges {
    /// Whether nothing was done but add to the log.
    fileprivate var hasOnlyEvents: Bool {
        page.facts.allSatisfy { fact in
            fact.key.object.kind == SyncKind.event.rawValue && fact.values != nil
        }
    }
}

extension [SharedChanges] {
    /// The tables as they were changed last.
    fileprivate var lastTables: [(String, [[String: Value]])] {
        var tables: [String: [[String: Value]]] = [:]
        for changes in self { tables.merge(changes.tables) { $1 } }
        return tables.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
