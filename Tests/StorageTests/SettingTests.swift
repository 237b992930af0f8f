import Notes
import Storage
import Testing

struct SettingTests {
    @Test func keepsTheLatestValueOfAKey() throws {
        let fresh = try Fresh()
        let key = SettingKey(rawValue: "swipe.right")
        let other = SettingKey(rawValue: "swipe")

        try fresh.database.write { writer in
            try writer.set(key, to: "correct")
            try writer.set(key, to: "wrong")
        }

        #expect(try fresh.database.read { try $0.setting(key) } == "wrong")
        #expect(try fresh.database.read { try $0.setting(other) } == nil)
    }

    @Test func aWriterReadsTheSettingsThatItHasJustChanged() throws {
        let fresh = try Fresh()

        let limits = try fresh.database.write { writer in
            try [5, 6, 5].map { limit in
                var settings = StudySettings()
                settings.newLimit = limit
                try writer.set(settings)
                return try writer.settings().newLimit
            }
        }

        #expect(limits == [5, 6, 5])
    }

    /// A library that somebody else wrote may say anything.
    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "x"])
    func derivesStatesAgainFromWhereverTheFileSays(_ text: String) throws {
        let fresh = try Fresh()
        let key = SettingKey(rawValue: "stale-states")
        try fresh.database.write { try $0.set(key, to: text) }

        let isLeft = try fresh.database.write { try $0.refreshNextStaleStates() }

        #expect(!isLeft)
        #expect(try fresh.database.read { try $0.setting(key) } == nil)
    }

    @Test func keepsTheLatestMeaningOfAFilesName() throws {
        let fresh = try Fresh()
        let hashes = try (1...2).map {
            try #require(MediaHash(bytes: Array(repeating: $0, count: 32)))
        }

        try fresh.database.write { writer in
            for hash in hashes { try writer.setMedia(named: "a.png", to: hash, size: 1, at: .some) }
        }

        #expect(try fresh.database.read { try $0.mediaHash(named: "a.png") } == hashes[1])
        #expect(try fresh.database.read { try $0.mediaHash(named: "b.png") } == nil)
    }
}
