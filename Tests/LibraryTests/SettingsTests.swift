import Library
import Notes
import Storage
import Testing

struct SettingsTests {
    @Test func aNewLibraryHasTheDefaults() throws {
        let fresh = try FreshLibrary()

        #expect(try fresh.library.settings() == StudySettings())
    }

    @Test func changesAreKeptWhenTheLibraryIsOpenedAgain() throws {
        let fresh = try FreshLibrary()
        var settings = StudySettings()
        settings.theme = .dark
        settings.newLimit = 3

        try fresh.library.change(settings)
        try fresh.reopen()

        #expect(try fresh.library.settings() == settings)
    }

    @Test(arguments: ["", "no JSON", "[]", "null", #"{"newLimit":"#])
    func whatCannotBeReadIsReplacedByTheDefaults(stored: String) throws {
        let fresh = try FreshLibrary()

        try fresh.reopen { try $0.set(.study, to: stored) }

        #expect(try fresh.library.settings() == StudySettings())
    }
}
