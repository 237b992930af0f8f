import Library
import LibraryValues
import Notes
import Testing

@testable import Library

struct BackupThinningTests {
    /// 14 January 2026, 12:00 UTC, a Wednesday.
    private let now = Moment(milliseconds: 1_768_392_000_000)

    private func backup(_ hoursAgo: Int, _ reason: BackupName.Reason = .day) -> BackupName {
        BackupName(
            moment: Moment(milliseconds: now.milliseconds - Int64(hoursAgo) * 3_600_000),
            reason: reason
        )
    }

    @Test(arguments: [
        // All of the last two days stay.
        ([0, 1, 2, 20, 30, 47], []),
        // Then the last of each day.
        ([61, 62, 85, 86], [62, 86]),
        // Up to two months the last of each week; a Monday lies between 16 and 17 days ago.
        ([15 * 24, 16 * 24, 17 * 24, 20 * 24], [16 * 24, 20 * 24]),
        // Then the last of each month, here October and September.
        ([80 * 24, 90 * 24, 100 * 24, 110 * 24, 120 * 24], [90 * 24, 100 * 24, 120 * 24]),
        // After two years the last of each year.
        ([900 * 24, 1_000 * 24, 1_100 * 24, 1_200 * 24], [1_000 * 24, 1_100 * 24]),
        // An only backup always stays.
        ([5_000 * 24], []),
        // Backups from the future, of a wrong clock, stay.
        ([-30, -31], []),
    ])
    func keepsFewerTheOlderTheyAre(hoursAgo: [Int], deleted: [Int]) {
        let superfluous = BackupThinning().superfluous(hoursAgo.map { backup($0) }, at: now)

        #expect(superfluous == deleted.map { backup($0) })
    }

    @Test func keepsBackupsBeforeLargeChangesForAMonth() {
        let steps: [BackupName.Reason] = [.beforeImport, .beforeUpdate, .beforeRepair, .replaced]
        let young = steps.enumerated().map { backup(29 * 24 + $0.offset, $0.element) }
        let old = steps.enumerated().map { backup(31 * 24 + $0.offset, $0.element) }

        let superfluous = BackupThinning().superfluous(young + old + [backup(30 * 24)], at: now)

        #expect(Set(superfluous).isDisjoint(with: young))
        #expect(superfluous.count == 4)
    }

    @Test func thinsDailyBackupsToAFewDozen() {
        let daily = (0..<3_650).map { backup($0 * 24) }
        let thinned = daily.indices.reversed().reduce(into: [BackupName]()) { kept, day in
            kept.append(daily[day])
            let deleted = Set(BackupThinning().superfluous(kept, at: daily[day].moment))
            kept.removeAll(where: deleted.contains)
        }

        #expect((40...55).contains(thinned.count))
        #expect(thinned.contains(backup(0)))
    }
}

struct BackupNameTests {
    @Test(arguments: BackupName.Reason.allCases)
    func readsWhatItWrites(reason: BackupName.Reason) {
        for milliseconds: Int64 in [0, 1_768_392_000_123, 951_782_399_999, 4_107_542_400_000] {
            let name = BackupName(moment: Moment(milliseconds: milliseconds), reason: reason)

            #expect(BackupName(name.description) == name)
        }
    }

    @Test func isAReadableDate() {
        let name = BackupName(moment: Moment(milliseconds: 1_709_210_096_007), reason: .asked)

        #expect(name.description == "2024-02-29T123456.007Z-asked")
    }

    @Test(arguments: [
        "", "2024-02-29", "2024-02-30T123456.007Z-asked", "2024-02-29T123456.007Z-whim",
        "2024-02-29T253456.007Z-day", "../../etc/passwd/2024-02-29T123456.007Z-day",
        "2024-13-01T000000.000Z-day", "+024-02-29T123456.007Z-day",
    ])
    func refusesInvalidNames(text: String) {
        #expect(BackupName(text) == nil)
    }
}
