internal import JSON
internal import Notes
internal import SQLite

/// Nothing is deleted by a clock that has jumped; see `ClockReadings`.
extension Accounts {
    /// Records what the clock says, and returns the moment in seconds by which to judge how old things are; nil if nothing may be
    /// deleted.
    static func recordClock(_ now: Int64, _ connection: AccountsConnection) throws -> Int64? {
        let stored = try storedClock(connection)
        let readings = readings(stored, at: now)
        let text = String(decoding: JSONCoding.bytes(of: readings), as: UTF8.self)
        if text != stored {
            try connection.run(
                """
                INSERT INTO clock (id, readings) VALUES (1, :readings)
                ON CONFLICT (id) DO UPDATE SET readings = excluded.readings
                """,
                ["readings": text]
            )
        }
        return trusted(readings, at: now)
    }

    /// The same without recording it.
    static func trustedMoment(at now: Int64, _ connection: AccountsConnection) throws -> Int64? {
        trusted(readings(try storedClock(connection), at: now), at: now)
    }

    private static func storedClock(_ connection: AccountsConnection) throws -> String? {
        try connection.row("SELECT readings FROM clock WHERE id = 1") { $0.text(0) }
    }

    private static func readings(_ stored: String?, at now: Int64) -> ClockReadings {
        var readings =
            stored.flatMap { try? JSONCoding.decode(ClockReadings.self, from: $0.utf8) }
            ?? ClockReadings()
        readings.record(Moment(milliseconds: now * 1_000))
        return readings
    }

    private static func trusted(_ readings: ClockReadings, at now: Int64) -> Int64? {
        readings.trusted(at: Moment(milliseconds: now * 1_000)).map { $0.milliseconds / 1_000 }
    }
}
