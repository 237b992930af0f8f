internal import JSON
internal import SQLite

/// What an Anki collection holds besides notes, cards and logs, as the JSON in which Anki stored it until 2.1.28.
struct AnkiCollection {
    /// In seconds since 1970.
    private(set) var created: Int64 = 0
    private(set) var settings: JSONValue = .object([:])
    private(set) var types: [JSONValue] = []
    /// The levels of their names are joined by `::`.
    private(set) var decks: [JSONValue] = []
    /// Options shared by decks, by number.
    private(set) var options: [Int64: JSONValue] = [:]

    /// Reads either of the two schemas that Anki exports.
    init(_ connection: Connection) throws {
        let row = try connection.row("SELECT crt, ver FROM col LIMIT 1") {
            (created: $0.int64(0), version: $0.int(1))
        }
        guard let row else { throw PackageFlaw.damaged("col") }
        created = row.created
        switch row.version {
        case 11: try readOld(connection)
        case 14...18: try readNew(connection)
        default: throw row.version < 11 ? PackageFlaw.damaged("col") : PackageFlaw.tooNew
        }
    }

    private mutating func readOld(_ connection: Connection) throws {
        let texts = try connection.row("SELECT conf, models, decks, dconf FROM col LIMIT 1") {
            [$0.bytes(0), $0.bytes(1), $0.bytes(2), $0.bytes(3)]
        }
        let values = try (texts ?? []).map { bytes -> JSONValue in
            guard let value = JSONValue(bytes) else { throw PackageFlaw.damaged("col") }
            return value
        }
        settings = values[0]
        types = Self.sorted(values[1])
        decks = Self.sorted(values[2])
        for option in Self.sorted(values[3]) { options[option.number("id")] = option }
    }

    private static func sorted(_ objects: JSONValue) -> [JSONValue] {
        objects.members.values.sorted { $0.number("id") < $1.number("id") }
    }

    private mutating func readNew(_ connection: Connection) throws {
        var members: [String: JSONValue] = [:]
        try connection.forEach("SELECT KEY, val FROM config") {
            members[$0.text(0)] = JSONValue($0.bytes(1))
        }
        settings = .object(members)
        try readTypes(connection)
        decks = try connection.rows(
            """
            SELECT id, name, mtime_secs, common, kind
            FROM decks
            ORDER BY id
            """
        ) { row in
            var deck = try Self.message(row.bytes(3), AnkiNames.deck)
            guard let kind = ProtobufFields(row.bytes(4)) else {
                throw PackageFlaw.damaged("decks")
            }
            let isFiltered = kind.value(2) != nil
            deck["dyn"] = isFiltered ? 1 : 0
            if !isFiltered {
                let normal = try Self.message(Array(kind.bytes(1)), AnkiNames.normalDeck)
                deck.merge(normal) { $1 }
            }
            deck["id"] = .integer(row.int64(0))
            deck["name"] = .string(row.text(1).replacing("\u{1F}", with: "::"))
            deck["mod"] = .integer(row.int64(2))
            return .object(deck)
        }
        try connection.forEach(
            """
            SELECT id, name, mtime_secs, config
            FROM deck_config
            """
        ) { row in
            let bytes = row.bytes(3)
            var option = try Self.message(bytes, AnkiNames.options)
            var new = try Self.message(bytes, AnkiNames.newOptions)
            if let message = ProtobufFields(bytes) {
                new["ints"] = [
                    .integer(Int64(clamping: message.number(18))),
                    .integer(Int64(clamping: message.number(19))), 0,
                ]
                new["order"] = message.number(20) == 0 ? 1 : 0
            }
            option["new"] = .object(new)
            option["rev"] = .object(try Self.message(bytes, AnkiNames.reviewOptions))
            option["lapse"] = .object(try Self.message(bytes, AnkiNames.lapseOptions))
            option["id"] = .integer(row.int64(0))
            option["name"] = .string(row.text(1))
            option["mod"] = .integer(row.int64(2))
            option["dyn"] = false
            options[row.int64(0)] = .object(option)
        }
    }

    private mutating func readTypes(_ connection: Connection) throws {
        var fields: [Int64: [JSONValue]] = [:]
        try connection.forEach("SELECT ntid, ord, name, config FROM fields ORDER BY ntid, ord") {
            var field = try Self.message($0.bytes(3), AnkiNames.field)
            field["ord"] = .integer($0.int64(1))
            field["name"] = .string($0.text(2))
            fields[$0.int64(0), default: []].append(.object(field))
        }
        var templates: [Int64: [JSONValue]] = [:]
        try connection.forEach("SELECT ntid, ord, name, config FROM templates ORDER BY ntid, ord") {
            var template = try Self.message($0.bytes(3), AnkiNames.template)
            template["ord"] = .integer($0.int64(1))
            template["name"] = .string($0.text(2))
            templates[$0.int64(0), default: []].append(.object(template))
        }
        types = try connection.rows(
            """
            SELECT id, name, mtime_secs, config
            FROM notetypes
            ORDER BY id
            """
        ) { row in
            var type = try Self.message(row.bytes(3), AnkiNames.type)
            type["id"] = .integer(row.int64(0))
            type["name"] = .string(row.text(1))
            type["mod"] = .integer(row.int64(2))
            type["flds"] = .list(fields[row.int64(0)] ?? [])
            type["tmpls"] = .list(templates[row.int64(0)] ?? [])
            type["did"] = .null
            return .object(type)
        }
    }

    private static func message(
        _ bytes: [UInt8],
        _ names: AnkiNames
    ) throws -> [String: JSONValue] {
        guard let message = ProtobufFields(bytes) else { throw PackageFlaw.damaged("col") }
        return names.members(of: message)
    }
}

extension JSONValue {
    /// A member as a whole number, perhaps written as text; 0 where there is none.
    func number(_ name: String) -> Int64 {
        switch self[name] {
        case .integer(let integer): integer
        case .number(let number): Int64(exactly: number.rounded()) ?? 0
        case .string(let text): Int64(text) ?? 0
        default: 0
        }
    }

    /// A member as text; empty where there is none.
    func text(_ name: String) -> String { self[name]?.text ?? "" }
}
