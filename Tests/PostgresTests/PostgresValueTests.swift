import Testing

@testable import Postgres

struct PostgresValueTests {
    @Test(arguments: [
        PostgresValue.integer(0), .integer(-1), .integer(.max), .integer(.min), .text(""),
        .text("omena \u{1F34E}"), .bytes([]), .bytes([0, 255, 92]),
    ])
    func isReadAsItWasWritten(_ value: PostgresValue) throws {
        let content = try #require(value.content)

        let again = try content.withUnsafeBytes { try PostgresValue($0, ofType: value.type) }

        #expect(again == value)
    }

    @Test func shortIntegersKeepTheirSign() throws {
        let number = try [UInt8]([0xFF, 0xFE]).withUnsafeBytes { try PostgresValue($0, ofType: 21) }

        #expect(number == .integer(-2))
    }

    @Test func refusesWhatItDoesNotKnow() {
        #expect(throws: PostgresError.self) {
            try [UInt8]([1]).withUnsafeBytes { _ = try PostgresValue($0, ofType: 701) }
        }
        #expect(throws: PostgresError.self) {
            try [UInt8]([0xFF]).withUnsafeBytes { _ = try PostgresValue($0, ofType: 25) }
        }
        #expect(throws: PostgresError.self) {
            try [UInt8]().withUnsafeBytes { _ = try PostgresValue($0, ofType: 20) }
        }
    }
}

struct PostgresErrorTests {
    @Test func onlySilenceLeavesADoubt() {
        #expect(PostgresError.unreachable("").isCertain)
        #expect(PostgresError.refused(code: "23505", message: "").isCertain)
        #expect(!PostgresError.unknown("").isCertain)
        #expect(!PostgresError.unreadable("").isCertain)
    }
}
