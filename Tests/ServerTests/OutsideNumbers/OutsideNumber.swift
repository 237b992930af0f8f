import Testing

/// A number that a stranger may write wherever a file has one.
struct OutsideNumber: Sendable, CustomTestStringConvertible {
    /// As a literal of SQL and of JSON; nil where the language has none.
    let sql: String
    let json: String?
    /// As the bits of a whole number.
    let bits: UInt64
    let real: Double

    var isSmall: Bool { real.magnitude < 0x1p31 }

    var testDescription: String { "\(json == nil ? "NaN" : sql)" }

    private init(_ whole: Int64) {
        sql = "\(whole)"
        json = sql
        bits = UInt64(bitPattern: whole)
        real = Double(whole)
    }

    private init(_ real: Double, json: String?) {
        sql = json?.replacing("1e999", with: "9e999") ?? "NULL"
        self.json = json
        bits = real.bitPattern
        self.real = real
    }

    static let all =
        [0, 1, -1, .max, .min, 1 << 31, -1 << 31, 1 << 53].map { OutsideNumber($0) } + [
            OutsideNumber(.nan, json: nil), OutsideNumber(.infinity, json: "1e999"),
            OutsideNumber(-.infinity, json: "-1e999"), OutsideNumber(1e308, json: "1e308"),
            OutsideNumber(3e38, json: "3e38"),
        ]

    static let inJSON = all.filter { $0.json != nil }
}
