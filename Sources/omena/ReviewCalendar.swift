internal import Glibc

/// Assigns moments to the learner's days, which begin at a set hour in a time zone.
struct ReviewCalendar {
    private let rollover: Int64
    private let zone: Zone

    private enum Zone {
        case fixed(milliseconds: Int64)
        /// The zone of the C library, which knows its transitions.
        case local
    }

    private static let hour: Int64 = 3_600_000
    private static let quarter: Int64 = 900_000

    init(rollover: String?, timeZone: String?) throws(Failure) {
        guard let hour = Int64(rollover ?? "4"), 0...23 ~= hour else {
            throw .usage("--rollover must be an hour from 0 to 23, not '\(rollover ?? "")'")
        }
        self.rollover = hour * Self.hour
        zone = try Self.zone(timeZone ?? "UTC")
    }

    /// Returns days since 1970; looks the zone's offset up once per quarter of an hour, which no transition divides.
    func days() -> (_ moment: Int64) -> Int32 {
        switch zone {
        case .fixed(let offset): return { day(of: $0, offset) }
        case .local:
            var known = Int64.min
            var offset: Int64 = 0
            return { moment in
                let quarter = moment.floor(Self.quarter)
                if quarter != known {
                    known = quarter
                    offset = Self.localOffset(at: moment.floor(1000))
                }
                return day(of: moment, offset)
            }
        }
    }

    private func day(of moment: Int64, _ offset: Int64) -> Int32 {
        // Clamped far beyond every calendar, so that the sum cannot overflow.
        let moment = min(max(moment, -1 << 60), 1 << 60)
        return Int32(clamping: (moment + offset - rollover).floor(24 * Self.hour))
    }

    /// Parses an offset like +02:00, or the name of a system zone file like Europe/Helsinki.
    private static func zone(_ name: String) throws(Failure) -> Zone {
        if ["UTC", "GMT", "Z"].contains(name.uppercased()) { return .fixed(milliseconds: 0) }
        if let offset = fixedOffset(name) { return .fixed(milliseconds: offset) }
        let letters = name.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || "0123456789/_+-".utf8.contains(byte)
        }
        let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
        var status = stat()
        guard letters, name.first?.isLetter == true, stat("\(folder)/\(name)", &status) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else {
            throw Failure(
                "unknown time zone '\(name)'; use one like Europe/Helsinki or +02:00"
            )
        }
        // There is only one thread yet, which setenv requires.
        setenv("TZ", ":\(name)", 1)
        tzset()
        return .local
    }

    private static func fixedOffset(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
            let sign = [UInt8(ascii: "+"): 1, UInt8(ascii: "-"): -1][bytes[0]],
            let hours = Int64(text.dropFirst().prefix(2)), 0...18 ~= hours,
            let minutes = Int64(text.suffix(2)), 0...59 ~= minutes
        else { return nil }
        return Int64(sign) * (hours * 60 + minutes) * 60_000
    }

    private static func localOffset(at second: Int64) -> Int64 {
        var second = Int(second)
        var local = tm()
        guard localtime_r(&second, &local) != nil else { return 0 }
        return Int64(local.tm_gmtoff) * 1000
    }
}

extension Int64 {
    /// The quotient, rounded down.
    fileprivate func floor(_ unit: Int64) -> Int64 {
        self / unit - (self % unit < 0 ? 1 : 0)
    }
}
