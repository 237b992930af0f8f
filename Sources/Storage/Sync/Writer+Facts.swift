internal import SQLite

extension SettingKey {
    /// To how many reviews the parameters were fitted, or how many there were when they were set otherwise.
    static let parametersReviews = SettingKey(rawValue: "parameters-reviews")
}

extension Writer {
    func writeFacts(of changes: ChangedFacts.Parts, _ stamps: inout OwnStamps) throws {
        // An answer changes no object.
        if !changes.parts.isEmpty || !changes.wholeNotes.isEmpty {
            try writeFacts(ofObjects: changes, &stamps)
        }
        guard !changes.events.isEmpty else { return }
        // Only removed events have facts.
        if stamps.hasRemovedEvents == nil {
            stamps.hasRemovedEvents =
                try connection.hasRow("SELECT 1 FROM fact WHERE kind = 'event' LIMIT 1")
        }
        for event in changes.events.sorted() {
            let (object, stamp) = (ObjectKey(.event, event), stamps.next())
            if try !putOriginIfExists(event, stamp, stamps.number) {
                try put(FactKey(object), stamp, stamps.number)
                stamps.hasRemovedEvents = true
            } else if stamps.hasRemovedEvents == true {
                try removeFacts(of: object)
            }
        }
    }

    private func writeFacts(
        ofObjects changes: ChangedFacts.Parts,
        _ stamps: inout OwnStamps
    ) throws {
        // What refers to something comes after it, and is gone before it.
        let gone = try changes.parts.filter { object, _ in
            try object.isReferredTo && !exists(object)
        }
        for isGone in [false, true] {
            for kind in SyncKind.allCases {
                if kind == .note, !isGone {
                    try writeFacts(ofWholeNotes: changes.wholeNotes, &stamps)
                }
                for (object, parts) in changes.ofKind(kind) where (gone[object] != nil) == isGone {
                    try writeFacts(of: object, parts, &stamps)
                }
            }
        }
    }

    private func writeFacts(
        of object: ObjectKey,
        _ parts: Set<String>,
        _ stamps: inout OwnStamps
    ) throws {
        if parts.contains("") || parts.contains(SyncMap.purged) {
            try writeFact(ofWhole: object, isPurged: parts.contains(SyncMap.purged), &stamps)
        } else {
            for part in parts.sorted() where !parts.containsCard(around: part) {
                try put(FactKey(object, part), stamps.next(), stamps.number)
            }
        }
        if object == .parameters {
            // Never fewer than before: other replicas would keep parameters that were replaced here.
            let before = try setting(.parametersReviews).flatMap { Int($0) } ?? 0
            let reviews = max(before, try talliedReviewCount(in: .library))
            try set(.parametersReviews, to: String(reviews))
        }
    }

    private func writeFacts(
        ofWholeNotes notes: Set<Int64>,
        _ stamps: inout OwnStamps
    ) throws {
        guard let first = notes.min(), let last = notes.max() else { return }
        // Thousands of new notes follow one another.
        let haveFacts = try connection.hasRow(
            "SELECT 1 FROM fact WHERE kind = 'note' AND object BETWEEN :first AND :last LIMIT 1",
            ["first": first, "last": last]
        )
        for note in notes.sorted() {
            let object = ObjectKey(.note, note)
            if haveFacts { try removeFacts(of: object) }
            try replace(FactKey(object), stamps.next(), stamps.number)
        }
    }

    /// A fact about a new object, or about one that is gone.
    ///
    /// One that the bin deleted has been wanted by nobody since its last fact, so its removal is no later than that.
    private func writeFact(
        ofWhole object: ObjectKey,
        isPurged: Bool,
        _ stamps: inout OwnStamps
    ) throws {
        var stamp = stamps.next()
        if isPurged, try !exists(object), !MergeFault.emptyingTheBinIsAnEdit.isPresent {
            let latest = try connection.row(
                """
                SELECT max(clock)
                FROM fact
                WHERE kind = :kind
                AND object = :object
                """,
                ["kind": object.kind, "object": object.id]
            ) { $0.int64(0, within: Stamp.clocks) }
            try connection.run(
                "UPDATE replica SET clock = :clock WHERE is_own = 1",
                ["clock": stamp.clock]
            )
            stamp.clock = min(stamp.clock, Stamp.clock(after: latest ?? 0))
        }
        try removeFacts(of: object)
        try put(FactKey(object), stamp, stamps.number)
    }

    /// Writes again where the events of a bulk import come from, some of which have got other IDs.
    ///
    /// - Parameter lastCard: The last card that existed before.
    static func rewriteOrigins(
        ofEventsAfter lastCard: Int64,
        _ stamps: OwnStamps,
        on connection: Connection
    ) throws {
        try connection.run(
            "DELETE FROM event_origin WHERE replica = :replica AND sequence > :sequence",
            ["replica": stamps.number, "sequence": stamps.sequence]
        )
        try connection.run(
            """
            INSERT INTO event_origin (replica, sequence, event, clock)
            SELECT :replica, :sequence + row_number() OVER (), id, :clock
            FROM event
            WHERE card > :card
            """,
            [
                "clock": stamps.clock, "replica": stamps.number, "sequence": stamps.sequence,
                "card": lastCard,
            ]
        )
    }

    /// Writes a fact; one about a card replaces those about its parts.
    func put(_ key: FactKey, _ stamp: Stamp, _ number: Int64) throws {
        if key.part.hasPrefix("card "), !key.part.dropFirst(5).contains(" ") {
            try connection.run(
                """
                DELETE FROM fact
                WHERE kind = :kind
                AND object = :object
                AND part > :part || ' '
                AND part < :part || '!'
                """,
                ["kind": key.object.kind, "object": key.object.id, "part": key.part]
            )
        }
        try replace(key, stamp, number)
    }

    /// False if there is no such event.
    private func putOriginIfExists(
        _ event: Int64,
        _ stamp: Stamp,
        _ number: Int64
    ) throws -> Bool {
        try connection.run(
            """
            INSERT INTO event_origin (replica, sequence, event, clock)
            SELECT :replica, :sequence, id, :clock
            FROM event
            WHERE id = :event
            """,
            [
                "replica": number, "sequence": stamp.sequence, "event": event,
                "clock": stamp.clock,
            ]
        ) == 1
    }

    func putOrigin(of event: Int64, _ stamp: Stamp, _ number: Int64) throws {
        try connection.run(
            """
            INSERT INTO event_origin (replica, sequence, event, clock)
            VALUES (:replica, :sequence, :event, :clock)
            ON CONFLICT DO NOTHING
            """,
            [
                "replica": number, "sequence": stamp.sequence, "event": event,
                "clock": stamp.clock,
            ]
        )
    }

    func removeFacts(of object: ObjectKey) throws {
        try connection.run(
            "DELETE FROM fact WHERE kind = :kind AND object = :object",
            ["kind": object.kind, "object": object.id]
        )
    }
}

extension Set<String> {
    /// Whether a part is inside a card that is itself among them.
    fileprivate func containsCard(around part: String) -> Bool {
        SyncObject.around(part).contains { !$0.isEmpty && $0 != part && contains($0) }
    }
}
