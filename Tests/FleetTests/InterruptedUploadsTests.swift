import Testing

@testable import Fleet

struct InterruptedUploadsTests {
    private let monday = BootTime(nanoseconds: 1_000_000_000)
    private let tuesday = BootTime(nanoseconds: 86_401_000_000_000)

    private func piece(_ part: Int64, storedBy transaction: String) -> InterruptedUploads.Piece {
        InterruptedUploads.Piece(digest: [1, 2, 3], part: part, transaction: transaction)
    }

    @Test func aPieceIsOldAfterADayWithoutAChange() {
        var uploads = InterruptedUploads()
        let (first, second) = (piece(1, storedBy: "7"), piece(2, storedBy: "7"))
        #expect(uploads.old(among: [first], at: monday) == [])

        #expect(uploads.old(among: [first, second], at: monday + .seconds(86_399)) == [])
        #expect(uploads.old(among: [first, second], at: tuesday) == [first])
    }

    @Test func aPieceThatIsStoredAgainBeginsAnotherDay() {
        var uploads = InterruptedUploads()
        #expect(uploads.old(among: [piece(1, storedBy: "7")], at: monday) == [])

        #expect(uploads.old(among: [piece(1, storedBy: "8")], at: tuesday) == [])
    }

    @Test func oneThatWasNotAmongThemForAWhileBeginsAnotherDay() {
        var uploads = InterruptedUploads()
        #expect(uploads.old(among: [piece(1, storedBy: "7")], at: monday) == [])
        // The file was all there.
        #expect(uploads.old(among: [], at: monday + .seconds(1)) == [])

        #expect(uploads.old(among: [piece(1, storedBy: "7")], at: tuesday) == [])
    }
}
