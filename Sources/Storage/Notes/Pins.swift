package import Notes
internal import SQLite

extension Reading where Self: ~Copyable {
    /// All notes of a type of places outside the bin, in the order of creation.
    package func pins(of type: NoteTypeID) throws -> [Pin] {
        try connection.rows(
            """
            SELECT id, latitude, longitude, fields
            FROM note
            WHERE note_type = :note_type
            AND binned IS NULL
            ORDER BY id
            """,
            ["note_type": type]
        ) { row in
            let values = try row.withBytes(3) { try StoredFields.values($0) }
            return Pin(
                note: row.id(0),
                name: values[.placeName]?.text ?? "",
                place: Place(row, latitude: 1, longitude: 2)
            )
        }
    }

    /// The places of a deck's notes outside the bin, in the order of creation.
    package func places(in deck: DeckID) throws -> [Place] {
        try connection.rows(
            """
            SELECT latitude, longitude
            FROM note
            WHERE deck = :deck
            AND latitude IS NOT NULL
            AND binned IS NULL
            ORDER BY made, id
            """,
            ["deck": deck]
        ) { Place($0, latitude: 0, longitude: 1) }.compactMap { $0 }
    }
}

extension Place {
    /// The place of a note, if it has one.
    init?(_ row: borrowing Row, latitude: Int32, longitude: Int32) {
        guard let latitude = row.doubleOrNil(latitude), let longitude = row.doubleOrNil(longitude)
        else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}
