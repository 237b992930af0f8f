package import Notes

extension SettingKey {
    /// `ClockReadings`, as JSON.
    static let clock = SettingKey(rawValue: "clock")
}

extension Writer {
    /// Records what the clock says, and returns the moment by which to judge how old things are; nil if nothing may be deleted.
    package func trustedMoment(at now: Moment) throws -> Moment? {
        let stored = try setting(.clock)
        var readings =
            stored.flatMap { StoredJSON.read($0, as: ClockReadings.self) } ?? ClockReadings()
        readings.record(now)
        let text = try StoredJSON.text(of: readings)
        if text != stored { try set(.clock, to: text) }
        return readings.trusted(at: now)
    }
}
