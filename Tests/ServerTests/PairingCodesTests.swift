import Notes
import Testing

@testable import Server

struct PairingCodesTests {
    private let codes = PairingCodes()
    private let noon = Moment(milliseconds: 1_763_640_000_000)

    private func later(_ minutes: Int64) -> Moment {
        Moment(milliseconds: noon.milliseconds + minutes * 60_000)
    }

    @Test func acceptsACodeOnceInAnySpelling() {
        let code = codes.issue(at: noon)

        #expect(codes.redeem(" \(code.lowercased()) ", at: later(1)) == .accepted)
        #expect(codes.redeem(code, at: later(1)) == .wrong)
    }

    @Test func codeExpiresAfterTenMinutes() {
        let code = codes.issue(at: noon)

        #expect(codes.redeem(code, at: later(11)) == .wrong)
    }

    @Test func checksAtMostTenGuessesAMinute() {
        let code = codes.issue(at: noon)
        for _ in 0..<10 { #expect(codes.redeem("AAAA-AAAA", at: noon) == .wrong) }

        #expect(codes.redeem(code, at: noon) == .tooMany)
        #expect(codes.redeem(code, at: later(1)) == .accepted)
    }

    @Test func createsCodesThatCannotBeMisread() {
        for _ in 0..<200 {
            let code = codes.issue(at: noon)
            #expect(code.count == 9)
            #expect(!code.contains { "01IOLU".contains($0) })
        }
    }
}
