import Library
import LibraryValues
import Notes
import Storage
import Testing

struct SettingsTests {
    @Test func newLibraryHasTheDefaults() throws {
        let fresh = try FreshLibrary()

        #expect(try fresh.library.settings() == StudySettings())
    }

    @Test func changesSurviveReopening() throws {
        let fresh = try FreshLibrary()
        var settings = StudySettings()
        settings.theme = .dark
        settings.newLimit = 3

        try fresh.library.changeSettings { $0 = settings }
        try fresh.reopen()

        #expect(try fresh.library.settings() == settings)
    }

    @Test(arguments: ["", "no JSON", "[]", "null", #"{"newLimit":"#])
    func unreadableSettingsAreReplacedByTheDefaults(stored: String) throws {
        let fresh = try FreshLibrary()

        try fresh.reopen { try $0.set(.study, to: stored) }

        #expect(try fresh.library.settings() == StudySettings())
    }

    @Test func factsCountTheContent() throws {
        let fresh = try FreshLibrary()
        let before = try fresh.library.facts()
        let answer = fresh.answer(1, to: try fresh.firstCard())

        _ = try fresh.library.record([answer, fresh.retraction(2, of: answer)])

        let facts = try fresh.library.facts()
        #expect((before.decks, before.notes, before.answers) == (2, 355, 0))
        #expect((facts.decks, facts.notes, facts.answers) == (2, 355, 1))
        #expect(facts.bytes >= before.bytes && before.bytes > 50_000)
        #expect(facts.path.hasSuffix("/a.omena"))
    }
}
