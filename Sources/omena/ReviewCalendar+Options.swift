internal import Glibc
import RecallTraining

extension ReviewCalendar {
    /// Takes the values of `--rollover` and `--timezone`.
    init(rollover: String?, timeZone: String?) throws(Failure) {
        guard let hour = Int(rollover ?? "4"), 0...23 ~= hour else {
            throw .usage("--rollover must be an hour from 0 to 23, not '\(rollover ?? "")'")
        }
        self.init(daysBeginAt: hour, in: try Self.zone(timeZone ?? "UTC"))
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
        return .varying { localOffset(at: $0) }
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

    /// In the zone of the C library, which knows its transitions.
    private static func localOffset(at second: Int64) -> Int64 {
        var second = Int(second)
        var local = tm()
        guard localtime_r(&second, &local) != nil else { return 0 }
        return Int64(local.tm_gmtoff) * 1000
    }
}
