import Languages
import Notes
import Recall
import Testing

@testable import Pages

struct SettingsFormTests {
    private func taking(
        _ fields: [(String, String)],
        before: StudySettings = StudySettings()
    ) -> SettingsForm {
        var form = SettingsForm(before)
        form.read(fields.map { (name: $0.0, value: $0.1) })
        return form
    }

    @Test func leavesMissingFieldsUnchanged() {
        var before = StudySettings()
        before.theme = .dark
        before.shortcuts = false

        let form = taking([("newLimit", "5"), ("unknown", "x")], before: before)

        var expected = before
        expected.newLimit = 5
        #expect(form.settings == expected)
        #expect(form.flaws.isEmpty)
    }

    @Test func usesTheLastValueOfACheckbox() {
        let on = taking([("sounds", "off"), ("sounds", "on"), ("countsQuiz", "on")])
        let off = taking([("shortcuts", "off")])

        #expect(on.settings.sounds && on.settings.counts == [.quiz])
        #expect(!off.settings.shortcuts)
    }

    @Test(arguments: [
        ("newLimit", "10000", "Enter a whole number from 0 to 9,999."),
        ("newLimit", "-1", "Enter a whole number from 0 to 9,999."),
        ("reviewLimit", "many", "Enter a whole number from 0 to 9,999."),
        ("reviewLimit", "", "Enter a whole number from 0 to 9,999."),
        ("raceSeconds", "9", "Enter a whole number from 10 to 600."),
        ("raceSeconds", "99999999999999999999", "Enter a whole number from 10 to 600."),
        ("retention", "100", "Enter a whole number from 70 to 99."),
        ("rollover", "24", "Enter a whole number from 0 to 23."),
        ("leechLapses", "1.5", "Enter a whole number from 0 to 99."),
        ("longestInterval", "0", "Enter a whole number from 1 to 36,500."),
        ("learningSteps", "soon", "Enter the steps like this: 1 min, 10 min, 1 d."),
        ("learningSteps", "1 fortnight", "Enter the steps like this: 1 min, 10 min, 1 d."),
        ("relearningSteps", "0 s", "Each step must be between a second and a year."),
        ("relearningSteps", "366 d", "Each step must be between a second and a year."),
        ("theme", "pink", "Choose one of these."),
    ])
    func rejectsInvalidValues(
        name: String,
        value: String,
        reason: String
    ) throws {
        let form = taking([("twoButtons", "on"), (name, " \(value) ")])

        var expected = StudySettings()
        expected.twoButtons = true
        #expect(form.settings == expected)
        #expect(form.flaws.mapValues(\.description) == [name: reason])
        let field = try #require(SettingsForm.Field(rawValue: name))
        #expect(form.text(field) == value)
    }

    @Test func turnsTheRaceClockOffAndOn() {
        let off = taking([("raceClock", "off"), ("raceSeconds", "7")])
        let on = taking([("raceClock", "on"), ("raceSeconds", "60")], before: off.settings)
        let untouched = taking([("raceClock", "on")], before: off.settings)

        #expect(off.settings.raceSeconds == 0 && off.flaws.isEmpty)
        #expect(on.settings.raceSeconds == 60)
        #expect(untouched.settings.raceSeconds == 100)
    }

    @Test(arguments: [
        ("1 min, 10 min", [60, 600]), ("1m 10m", [60, 600]), ("1 10", [60, 600]), ("", []),
        ("30s;1h 2 days", [30, 3_600, 172_800]), ("90 S", [90]), ("1 Minute", [60]),
    ])
    func readsSteps(text: String, seconds: [Int]) {
        #expect(StepsText.steps(text) == seconds)
    }

    @Test(arguments: [[], [1], [60, 600], [90, 5_400, 86_400], [86_401]])
    func readsItsOwnSteps(seconds: [Int]) {
        #expect(StepsText.steps(StepsText.text(of: Steps(seconds: seconds))) == seconds)
    }

    @Test func costsGrowWithRetention() {
        let costs = RetentionDescription.percents.map {
            RetentionCost.reviews(at: Double($0) / 100)
        }

        #expect(zip(costs, costs.dropFirst()).allSatisfy(<))
        #expect(costs[20] == 1)
        #expect(costs[0] < 0.6 && costs[29] > 3)
        #expect(
            RetentionDescription(percent: 90).sentence.description
                == "You’ll remember about 90 of 100 cards when they come up. This suits most people."
        )
        #expect(
            RetentionDescription(percent: 95).sentence.description.hasSuffix(
                "more reviews than 90."
            )
        )
        #expect(
            RetentionDescription(percent: 80).sentence.description.hasSuffix(
                "fewer reviews than 90."
            )
        )
    }

    @Test(arguments: [
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
            "Chrome on Linux"
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Safari/604.1",
            "Safari on iPhone"
        ),
        (
            "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0",
            "Firefox on Android"
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140 Safari/537 Edg/140",
            "Edge on Windows"
        ),
        ("curl/8.0", "curl/8.0"), ("Mozilla/5.0 (Something)", "Browser"), ("", "Unnamed browser"),
    ])
    func namesBrowsers(agent: String, name: String) {
        #expect(BrowserName(agent).text.description == name)
    }

    @Test(arguments: [
        (0, "0 kB"), (226_304, "227 kB"), (999_400, "1.0 MB"), (3_440_000, "3.4 MB"),
        (1_234_000_000, "1.2 GB"),
    ])
    func formatsSizes(bytes: Int, words: String) {
        #expect(sizeText(bytes: bytes).description == words)
    }
}
