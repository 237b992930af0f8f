import Foundation
import Notes
import Recall
import Testing

struct StudySettingsTests {
    private func read(_ json: String) throws -> StudySettings {
        try JSONDecoder().decode(StudySettings.self, from: Data(json.utf8))
    }

    @Test func settingsRoundTrip() throws {
        var settings = StudySettings()
        settings.right = .wrong
        settings.style = .reveal
        settings.raceSeconds = 0
        settings.newLimit = 9_999
        settings.reviewLimit = 0
        settings.retention = 0.85
        settings.twoButtons = true
        settings.shortcuts = false
        settings.sounds = true
        settings.plays = true
        settings.differentiate = true
        settings.motion = .reduced
        settings.transparency = .reduced
        settings.theme = .dark
        settings.quiz = .typed
        settings.marksCount = true
        settings.counts = [.learn, .quiz]
        settings.rollover = 0
        settings.learningSteps = Steps(seconds: [])
        settings.relearningSteps = Steps(seconds: [30, 86_400])
        settings.longestInterval = 365
        settings.leechLapses = 0

        let written = try JSONEncoder().encode(settings)

        #expect(try JSONDecoder().decode(StudySettings.self, from: written) == settings)
    }

    @Test func keysAreStable() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]

        #expect(
            String(decoding: try encoder.encode(StudySettings()), as: UTF8.self) == """
                {"counts":[],"differentiate":false,"easyDays":[],"fitsAutomatically":true,"introduces":true,\
                "learningSteps":[60,600],"leechLapses":8,"lockMinutes":5,\
                "longestInterval":36500,"marksCount":false,"motion":"system","newLimit":20,"plays":false,"quiz":"choice",\
                "raceSeconds":100,"relearningSteps":[600],"retention":0.9,"reviewLimit":200,"right":"correct",\
                "rollover":4,"ruby":[],"shortcuts":true,"sounds":false,"style":"flip",\
                "syncsAutomatically":true,"theme":"system",\
                "transparency":"system","twoButtons":false}
                """
        )
    }

    @Test(arguments: [
        #"{}"#, #"{"later":[1],"raceSeconds":null}"#, #"{"raceSeconds":9}"#,
        #"{"raceSeconds":601}"#, #"{"raceSeconds":-1}"#, #"{"raceSeconds":"100"}"#,
        #"{"newLimit":-1,"reviewLimit":10000}"#, #"{"newLimit":1e300}"#, #"{"retention":0.69}"#,
        #"{"retention":1}"#, #"{"right":"up","style":"","theme":1,"quiz":null,"motion":true}"#,
        #"{"rollover":24}"#, #"{"learningSteps":[0]}"#, #"{"learningSteps":[60,-600]}"#,
        #"{"relearningSteps":[31536001]}"#, #"{"relearningSteps":"10m"}"#,
        #"{"learningSteps":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]}"#,
        #"{"counts":["review","browse","cards"]}"#, #"{"counts":"learn"}"#,
        #"{"longestInterval":0}"#, #"{"leechLapses":100}"#, #"{"twoButtons":"yes"}"#,
    ])
    func invalidValuesAreReplacedByDefaults(json: String) throws {
        #expect(try read(json) == StudySettings())
    }

    @Test func invalidValueDoesNotAffectOthers() throws {
        let settings = try read(#"{"retention":7,"theme":"dark","newLimit":5}"#)

        var expected = StudySettings()
        expected.theme = .dark
        expected.newLimit = 5
        #expect(settings == expected)
    }

    @Test func decksOverrideSettings() throws {
        let inner = try JSONDecoder().decode(
            DeckSettings.self,
            from: Data(#"{"newLimit":0,"reviewLimit":-5,"retention":2}"#.utf8)
        )
        var outer = DeckSettings()
        outer.newLimit = 7
        outer.retention = 0.8

        let effective = StudySettings().applying(inner.inheriting(outer))

        var expected = StudySettings()
        expected.newLimit = 0
        expected.retention = 0.8
        #expect(effective == expected)
    }

    @Test func rulesUseTheSettings() {
        var settings = StudySettings()
        settings.retention = 0.8
        settings.learningSteps = Steps(seconds: [5])
        settings.rollover = 2

        var expected = SchedulingRules()
        expected.retention = 0.8
        expected.learning = Steps(seconds: [5])
        expected.boundary = DayBoundary(rollover: 2)
        #expect(settings.rules == expected)
        #expect(StudySettings().rules == SchedulingRules())
    }
}
