package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// The tags of notes outside the bin, by name, in the spelling of one of these notes.
    ///
    /// Jumps from tag to tag in the index, so that the number of notes does not matter.
    package func tags() throws -> [TagName] {
        try connection.cached("tags") {
            try connection.rows(
                """
                WITH RECURSIVE known (folded_tag) AS (
                    SELECT min(folded_tag)
                    FROM note_tag
                    UNION ALL
                    SELECT (
                        SELECT min(note_tag.folded_tag)
                        FROM note_tag
                        WHERE note_tag.folded_tag > known.folded_tag
                    )
                    FROM known
                    WHERE known.folded_tag IS NOT NULL
                )
                SELECT (
                    SELECT note_tag.tag
                    FROM note_tag
                    JOIN note ON note.id = note_tag.note
                    WHERE note_tag.folded_tag = known.folded_tag
                    AND note.binned IS NULL
                    LIMIT 1
                ) AS tag
                FROM known
                WHERE tag IS NOT NULL
                ORDER BY known.folded_tag
                """
            ) { TagName($0.text(0)) }.compactMap { $0 }
        }
    }

    /// How many notes outside the bin have a tag or one nested in it, by the tag's key.
    ///
    /// One scan for all tags, because a nested tag would be read again for each tag that contains it.
    package func tagCounts() throws -> [String: Int] {
        var counts: [String: Int] = [:]
        var found: [String: [String]] = [:]
        var note: NoteID?
        var keys: Set<String> = []
        func count() {
            for key in keys { counts[key, default: 0] += 1 }
            keys.removeAll(keepingCapacity: true)
        }
        try connection.forEach(
            """
            SELECT note_tag.note, note_tag.folded_tag
            FROM note_tag
            JOIN note ON note.id = note_tag.note
            WHERE note.binned IS NULL
            ORDER BY note_tag.note
            """
        ) { row in
            let (next, key) = (row.id(0) as NoteID, row.text(1))
            if next != note { count() }
            note = next
            let own = found[key] ?? [key] + key.containingNames.map(String.init)
            found[key] = own
            keys.formUnion(own)
        }
        count()
        return counts
    }

    /// The notes that have a tag or one nested in it, including those in the bin, each with its spelling of the tag.
    package func taggings(within tag: TagName) throws -> [(note: NoteID, tag: String)] {
        try connection.rows(
            """
            SELECT note, tag
            FROM note_tag
            WHERE folded_tag = :tag
            OR (folded_tag > :from AND folded_tag < :to)
            ORDER BY note, folded_tag
            """,
            ["tag": tag.key, "from": tag.key + "::", "to": tag.key + ":;"]
        ) { ($0.id(0), $0.text(1)) }
    }
}

extension Reading where Self: ~Copyable {
    /// Reads the columns note and tag; invalid tags are left out.
    func tagsByNote(
        _ sql: StaticString,
        _ arguments: StatementArguments
    ) throws -> [NoteID: [TagName]] {
        var tags: [NoteID: [TagName]] = [:]
        try connection.forEach(sql, arguments) { row in
            guard let tag = TagName(row.text(1)) else { return }
            tags[row.id(0), default: []].append(tag)
        }
        return tags
    }
}

extension Writer {
    /// Adds a tag to a note that does not have it, ignoring case.
    package func add(_ tag: TagName, to note: NoteID) throws {
        try connection.run(
            """
            INSERT INTO note_tag (note, folded_tag, tag)
            VALUES (:note, :folded_tag, :tag)
            ON CONFLICT DO NOTHING
            """,
            ["note": note, "folded_tag": tag.key, "tag": tag.text]
        )
        connection.reportChange(in: "note", note.rawValue)
    }

    package func remove(_ tag: TagName, from note: NoteID) throws {
        try connection.run(
            """
            DELETE FROM note_tag
            WHERE note = :note
            AND folded_tag = :folded_tag
            """,
            ["note": note, "folded_tag": tag.key]
        )
        connection.reportChange(in: "note", note.rawValue)
    }
}
