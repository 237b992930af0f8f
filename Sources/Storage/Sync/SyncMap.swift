internal import Notes

/// What each column of a library means to its other replicas: the one place from which changes are captured.
///
/// The names of parts never change, even if columns do. A test fails for a column that is not in the map.
struct SyncMap {
    enum Column: Hashable {
        /// Identifies the row, on every replica.
        case key
        /// What a learner decided or wrote; several columns may be one part.
        case truth(String)
        /// A JSON object, each member of which is a part, whose name follows the given one.
        case members(String)
        /// Follows from the truth.
        case derived
        /// Says something about this file only.
        case local
    }

    struct Table {
        let name: String
        let columns: [String: Column]
        /// Nil if the rows are neither objects nor parts of objects.
        var object: Object?

        struct Object {
            let kind: SyncKind
            /// The column that identifies the object.
            let id: String
            /// The SQL of the part that the row is, in which `row` stands for `new` or `old`; empty for a whole object.
            var part = ""
            /// The SQL of a condition for rows that say nothing.
            var isEmpty = "0"
        }
    }

    static let tables: [Table] = [
        Table(
            name: "note_type",
            columns: [
                "id": .key, "name": .truth("definition"), "definition": .truth("definition"),
                "made": .truth("made"), "changed": .truth("changed"), "extras": .truth("extras"),
            ],
            object: Table.Object(kind: .type, id: "id")
        ),
        Table(
            name: "deck",
            columns: [
                "id": .key, "name": .truth("name"), "folded_name": .derived,
                "settings": .members("setting"), "made": .truth("made"),
                "changed": .truth("changed"), "binned": .truth("binned"),
                "extras": .truth("extras"), "notes": .derived, "learning": .derived,
                "known": .derived,
            ],
            object: Table.Object(kind: .deck, id: "id")
        ),
        Table(
            name: "note",
            columns: [
                "id": .key, "guid": .truth("guid"), "note_type": .truth("type"),
                "deck": .truth("deck"), "word_type": .truth("word"), "latitude": .truth("place"),
                "longitude": .truth("place"), "made": .truth("made"),
                "changed": .truth("changed"), "binned": .truth("binned"),
                "is_suspended": .truth("suspended"), "extras": .truth("extras"),
                "fields": .members("field"), "answered": .derived, "progress": .derived,
                "introduced": .derived, "has_new": .derived, "prompt": .derived,
                "languages": .derived, "cards": .derived,
            ],
            object: Table.Object(kind: .note, id: "id")
        ),
        Table(
            name: "note_tag",
            columns: ["note": .key, "folded_tag": .key, "tag": .truth("")],
            object: Table.Object(kind: .note, id: "note", part: "'tag ' || row.folded_tag")
        ),
        Table(
            name: "card",
            columns: [
                "id": .local, "note": .key, "face": .key, "deck": .truth("deck"),
                "position": .truth("position"), "is_suspended": .truth("suspended"),
                "burial": .truth("burial"), "buried": .truth("burial"), "flag": .truth("flag"),
                "leech_lapses": .truth("leech"), "extras": .truth("extras"),
                "stability": .derived, "difficulty": .derived, "due": .derived,
                "step": .derived, "reviews": .derived, "lapses": .derived,
                "last_review": .derived, "answered": .derived, "answered_event": .derived,
                "answered_grade": .derived, "stage": .derived, "interval": .derived,
                "last_day": .derived, "dealing_deck": .derived, "is_asked": .derived,
                "reviewed": .derived, "progress": .derived,
            ],
            object: Table.Object(
                kind: .note,
                id: "note",
                part: "'card ' || row.face",
                isEmpty: """
                    row.deck IS NULL AND row.position IS NULL AND row.is_suspended = 0 AND row.burial IS NULL
                    AND row.flag = 0 AND row.leech_lapses = 0 AND row.extras IS NULL
                    """
            )
        ),
        Table(
            name: "event",
            columns: [
                "id": .key, "card": .derived, "moment": .truth(""), "utc_offset": .truth(""),
                "kind": .truth(""), "grade": .truth(""), "duration": .truth(""),
                "mode": .truth(""), "due": .truth(""), "retracted": .truth(""),
                "state": .truth(""), "extras": .truth(""), "reviews": .truth(""),
            ],
            object: Table.Object(kind: .event, id: "id")
        ),
        Table(
            name: "media",
            columns: [
                "name": .key, "digest": .truth(""), "size": .truth(""), "made": .truth(""),
            ],
            object: Table.Object(kind: .medium, id: "name")
        ),
        Table(
            name: "overwritten",
            columns: [
                "id": .local, "name": .key, "kind": .derived, "object": .derived,
                "part": .derived, "written": .derived, "value": .truth(""), "moment": .truth(""),
            ],
            object: Table.Object(kind: .overwritten, id: "name")
        ),
        // Of the settings, those that `settings` names.
        Table(name: "setting", columns: ["key": .key, "value": .truth("")]),
        Table(name: "departed_card", columns: ["id": .local, "note": .key, "face": .key]),
        .all(
            "tally",
            .derived,
            "day deck languages hour phase again hard good easy milliseconds cut"
        ),
        .all("tally_move", .derived, "card face deck"),
        .all("language_set", .derived, "deck languages notes"),
        .all("word", .derived, "id word"),
        .all("note_search_change", .derived, "note indexed"),
        .all("index_to_make", .derived, "id sql"),
        .all("migration", .local, "position name applied"),
        .all("library", .local, "id epoch made zone extras"),
        .all("journal", .local, "id moment browser change replaced undone"),
        .all("browser", .local, "id token_digest name paired seen"),
        .all("client", .local, "id identity decision permissions asked decided seen"),
        .all("alias", .local, "kind number owner face"),
        // Large, and needed only to export a deck into the file that it came from.
        .all("kept_file", .local, "id bytes made"),
        // Each replica keeps what it knew at the time.
        .all("knowledge", .local, "day language known learning recall is_computed"),
        .all("replica", .local, "number id sequence clock is_own home reused"),
        .all("fact", .local, "kind object part clock replica sequence"),
        .all("event_origin", .local, "replica sequence event clock"),
        .all("parked", .local, "kind object part clock replica sequence awaited value"),
        .all("merged", .local, "kind object into_object"),
        .all("arrived_page", .local, "id peer vector held is_last content"),
        .all(
            "peer",
            .local,
            "id name address token token_digest paired synced replica vector received sent overwritten failure"
        ),
    ]

    /// The settings that all replicas share.
    ///
    /// The others are this machine's, or follow from the truth.
    ///
    /// Each member of the study settings is a part; the parameters are one.
    static let (studySettings, parameters) = ("study", "parameters")

    /// The part of a note type that is all but its times.
    static let definition = "definition"

    /// Reported instead of an empty part when an object is deleted from the bin.
    static let purged = "purged"
}

extension SyncMap.Table {
    fileprivate static func all(_ name: String, _ column: SyncMap.Column, _ columns: String) -> Self
    {
        let names = columns.split(separator: " ").map { (String($0), column) }
        return Self(name: name, columns: Dictionary(uniqueKeysWithValues: names))
    }
}

// MARK: - Triggers

extension SyncMap {
    /// The script that makes a connection report changed parts by the function `fact_changed`.
    ///
    /// Its triggers are temporary: they belong to the connection, so that the map can change without a migration.
    static let triggers: String = {
        var triggers = tables.flatMap(\.triggers) + settingTriggers
        triggers.append(
            """
            CREATE TEMP TRIGGER sync_card_departed AFTER DELETE ON card
            WHEN EXISTS (SELECT 1 FROM event WHERE event.card = old.id)
            BEGIN
                INSERT OR IGNORE INTO departed_card (id, note, face)
                VALUES (old.id, old.note, old.face);
            END
            """
        )
        return triggers.joined(separator: ";\n") + ";"
    }()

    private static var settingTriggers: [String] {
        let defaults = (try? StoredJSON.text(of: StudySettings())) ?? "{}"
        let quoted = "'" + defaults.replacing("'", with: "''") + "'"
        // An earlier version did not write all of them.
        let old = "iif(json_valid(old.value), json_patch(\(quoted), old.value), '{}')"
        let study = "setting', '\(studySettings)"
        func trigger(_ event: String, _ row: String, _ body: String) -> String {
            """
            CREATE TEMP TRIGGER sync_setting_\(event) AFTER \(event) ON setting
            WHEN \(row).key IN ('\(studySettings)', '\(parameters)')
            BEGIN
                \(body);
                SELECT fact_changed('setting', \(row).key, '') WHERE \(row).key = '\(parameters)';
            END
            """
        }
        func members(_ old: String, _ new: String, _ row: String) -> String {
            "SELECT fact_changed('\(study)', key) FROM \(differences(old, new)) WHERE \(row).key = '\(studySettings)'"
        }
        return [
            trigger("INSERT", "new", members(quoted, "new.value", "new")),
            trigger("UPDATE", "new", members(old, "new.value", "new")),
            trigger("DELETE", "old", members("old.value", quoted, "old")),
        ]
    }

    /// SQL of the keys of members in which two JSON objects differ.
    fileprivate static func differences(_ old: String, _ new: String) -> String {
        func members(_ json: String) -> String {
            "SELECT key, type, value FROM json_each(iif(json_valid(\(json)), \(json), '{}'))"
        }
        func without(_ left: String, _ right: String) -> String {
            "SELECT key FROM (\(members(left)) EXCEPT \(members(right)))"
        }
        return "(\(without(old, new)) UNION \(without(new, old)))"
    }
}

extension SyncMap.Table {
    fileprivate var triggers: [String] {
        guard let object else { return [] }
        func report(_ row: String, _ part: String) -> String {
            "SELECT fact_changed('\(object.kind.rawValue)', \(row).\(object.id), \(part))"
        }
        func part(_ row: String, _ name: String? = nil) -> String {
            let whole = object.part.replacing("row.", with: "\(row).")
            guard let name else { return whole.isEmpty ? "''" : whole }
            return whole.isEmpty ? "'\(name)'" : "\(whole) || ' \(name)'"
        }
        func trigger(_ name: String, _ event: String, _ condition: String, _ body: String) -> String
        {
            """
            CREATE TEMP TRIGGER sync_\(self.name)_\(name) AFTER \(event) ON \(self.name)
            \(condition.isEmpty ? "" : "WHEN \(condition)")
            BEGIN
                \(body);
            END
            """
        }
        func isFilled(_ row: String) -> String {
            "NOT (\(object.isEmpty.replacing("row.", with: "\(row).")))"
        }
        func deletedPart(_ part: String) -> String {
            guard columns["binned"] != nil else { return part }
            return "CASE WHEN old.binned IS NULL THEN '' ELSE '\(SyncMap.purged)' END"
        }
        var triggers = [
            trigger("inserted", "INSERT", isFilled("new"), report("new", part("new"))),
            trigger("deleted", "DELETE", isFilled("old"), report("old", deletedPart(part("old")))),
            // An event that has the ID of another one gets a new one.
            trigger(
                "renumbered",
                "UPDATE OF \(object.id)",
                "old.\(object.id) <> new.\(object.id)",
                report("old", part("old")) + "; " + report("new", part("new"))
            ),
        ]
        var parts: [String: [String]] = [:]
        for (column, role) in columns {
            switch role {
            case .truth(let part): parts[part, default: []].append(column)
            case .members(let name):
                let body =
                    report("new", "'\(name) ' || key")
                    + " FROM \(SyncMap.differences("old.\(column)", "new.\(column)"))"
                triggers.append(
                    trigger(name, "UPDATE OF \(column)", "old.\(column) <> new.\(column)", body)
                )
            default: break
            }
        }
        for (name, columns) in parts.sorted(by: { $0.key < $1.key }) {
            let columns = columns.sorted()
            triggers.append(
                trigger(
                    name.isEmpty ? "changed" : "\(name)_changed",
                    "UPDATE OF \(columns.joined(separator: ", "))",
                    columns.map { "old.\($0) IS NOT new.\($0)" }.joined(separator: " OR "),
                    report("new", name.isEmpty ? part("new") : part("new", name))
                )
            )
        }
        return triggers
    }
}
