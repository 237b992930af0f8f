package import Notes
internal import SQLite

/// What a number of the interface of AnkiConnect stands for; the raw value is stored.
package enum AliasKind: Int, Sendable {
    case note = 1
    case card = 2
    case deck = 3
    case noteType = 4
}

extension Reading where Self: ~Copyable {
    /// The numbers of notes, decks or note types that have one.
    package func aliases<Owner: Identifier>(
        _ kind: AliasKind,
        of owners: [Owner]
    ) throws -> [Owner: Int64] {
        var numbers: [Owner: Int64] = [:]
        numbers.reserveCapacity(owners.count)
        // A cross join, because without one SQLite may read all numbers of the kind.
        try connection.forEach(
            """
            SELECT owner, number
            FROM json_each(:owners) AS wanted
            CROSS JOIN alias
            WHERE kind = :kind
            AND owner = wanted.value
            AND face = ''
            """,
            ["kind": kind.rawValue, "owners": jsonArray(of: owners)]
        ) { numbers[$0.id(0)] = $0.int64(1) }
        return numbers
    }

    /// The numbers of the cards of some notes.
    package func cardAliases(ofNotes notes: [NoteID]) throws -> [CardID: Int64] {
        var numbers: [CardID: Int64] = [:]
        // The last condition makes SQLite prefer the right index.
        try connection.forEach(
            """
            SELECT owner, face, number
            FROM json_each(:owners) AS wanted
            CROSS JOIN alias
            WHERE kind = 2
            AND owner = wanted.value
            AND face >= ''
            """,
            ["owners": jsonArray(of: notes)]
        ) { numbers[CardID(note: $0.id(0), face: try $0.face(1))] = $0.int64(2) }
        return numbers
    }

    /// What some numbers stand for.
    package func owners(_ kind: AliasKind, of numbers: [Int64]) throws -> [Int64: Int64] {
        var owners: [Int64: Int64] = [:]
        try connection.forEach(
            """
            SELECT number, owner
            FROM alias
            WHERE kind = :kind
            AND number IN (SELECT value FROM json_each(:numbers))
            """,
            ["kind": kind.rawValue, "numbers": jsonArray(of: numbers)]
        ) { owners[$0.int64(0)] = $0.int64(1) }
        return owners
    }

    /// The cards that some numbers stand for.
    package func cards(ofAliases numbers: [Int64]) throws -> [Int64: CardID] {
        var cards: [Int64: CardID] = [:]
        try connection.forEach(
            """
            SELECT number, owner, face
            FROM alias
            WHERE kind = 2
            AND number IN (SELECT value FROM json_each(:numbers))
            """,
            ["numbers": jsonArray(of: numbers)]
        ) { cards[$0.int64(0)] = CardID(note: $0.id(1), face: try $0.face(2)) }
        return cards
    }

    /// When some notes were made, in or outside the bin.
    package func moments(ofNotes notes: [NoteID]) throws -> [NoteID: Moment] {
        var moments: [NoteID: Moment] = [:]
        try connection.forEach(
            """
            SELECT id, made
            FROM note
            WHERE id IN (SELECT value FROM json_each(:notes))
            """,
            ["notes": jsonArray(of: notes)]
        ) { moments[$0.id(0)] = $0.moment(1) }
        return moments
    }

    /// The notes outside the bin that were made at one of some moments.
    package func notes(madeAt moments: [Int64]) throws -> [NoteID] {
        try connection.rows(
            """
            SELECT id
            FROM note
            WHERE made IN (SELECT value FROM json_each(:moments))
            AND binned IS NULL
            """,
            ["moments": jsonArray(of: moments)]
        ) { $0.id(0) }
    }
}

extension Writer {
    /// Gives numbers to owners that have none: the given one, or the next free one.
    ///
    /// - Parameter owners: In ascending order of the preferred numbers.
    package func assignAliases(
        _ kind: AliasKind,
        to owners: [(owner: Int64, face: String, preferred: Int64)]
    ) throws {
        var previous: Int64 = 0
        for (owner, face, preferred) in owners {
            // Of many notes made in one millisecond, each looks only at the number after the one before.
            var number = preferred > previous ? max(preferred, 1) : previous + 1
            while try isTaken(kind, number) { number += 1 }
            try connection.run(
                """
                INSERT INTO alias (kind, number, owner, face)
                VALUES (:kind, :number, :owner, :face)
                ON CONFLICT (kind, owner, face) DO NOTHING
                """,
                ["kind": kind.rawValue, "number": number, "owner": owner, "face": face]
            )
            previous = number
        }
    }

    private func isTaken(_ kind: AliasKind, _ number: Int64) throws -> Bool {
        try connection.hasRow(
            """
            SELECT 1
            FROM alias
            WHERE kind = :kind
            AND number = :number
            """,
            ["kind": kind.rawValue, "number": number]
        )
    }
}
