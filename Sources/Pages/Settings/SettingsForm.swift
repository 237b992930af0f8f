package import Languages
package import Notes
import Recall

/// The settings as a form shows and takes them: what holds, and beside it what was typed and could not be taken.
///
/// A field that a request leaves out stays as it was, so that a script can send one field and a plain form all.
package struct SettingsForm: Sendable {
    /// What holds: all that was taken, and of what was refused the value from before.
    package private(set) var settings: StudySettings
    /// Why fields were refused, one plain line each, by their names.
    package private(set) var flaws: [String: Phrase] = [:]
    private var typed: [String: String] = [:]

    /// Shows what holds.
    package init(_ settings: StudySettings) { self.settings = settings }

    /// Takes the fields of a request in their order; of a name that comes twice the last counts.
    package mutating func take(_ fields: some Sequence<(name: String, value: String)>) {
        var values: [String: String] = [:]
        for field in fields { values[field.name] = field.value }
        for field in Field.allCases {
            guard let value = values[field.rawValue]?.trimmingSpaces else { continue }
            guard let flaw = take(value, for: field, clock: values[Field.raceClock.rawValue])
            else { continue }
            flaws[field.rawValue] = flaw
            typed[field.rawValue] = value
        }
    }

    /// What stands in a text field: what was typed there if it was refused, else what holds.
    func text(_ field: Field) -> String {
        typed[field.rawValue] ?? settings.text(field)
    }

    /// Why a field was refused.
    func flaw(_ field: Field) -> Phrase? { flaws[field.rawValue] }
}

extension SettingsForm {
    /// The names of the form's fields.
    enum Field: String, CaseIterable {
        case right, style, twoButtons, newLimit, reviewLimit, retention
        case raceClock, raceSeconds, quiz, marksCount
        case language, theme, differentiate, motion, transparency, shortcuts, sounds, plays
        case rubyJapanese, rubyChinese
        case countsLearn, countsRace, countsQuiz
        case rollover, learningSteps, relearningSteps, longestInterval, leechLapses

        /// The mode whose answers the field lets count.
        var mode: Mode? {
            switch self {
            case .countsLearn: .learn
            case .countsRace: .race
            case .countsQuiz: .quiz
            default: nil
            }
        }
    }

    /// Takes one value, or says why not.
    private mutating func take(_ value: String, for field: Field, clock: String?) -> Phrase? {
        typealias Limits = StudySettings.Limits
        switch field {
        case .right: return choose(value, \.right)
        case .style: return choose(value, \.style)
        case .quiz: return choose(value, \.quiz)
        case .language: return speak(value)
        case .theme: return choose(value, \.theme)
        case .motion: return choose(value, \.motion)
        case .transparency: return choose(value, \.transparency)
        case .twoButtons: return turn(value, \.twoButtons)
        case .shortcuts: return turn(value, \.shortcuts)
        case .sounds: return turn(value, \.sounds)
        case .plays: return turn(value, \.plays)
        case .differentiate: return turn(value, \.differentiate)
        case .marksCount: return turn(value, \.marksCount)
        case .countsLearn, .countsRace, .countsQuiz:
            guard let mode = field.mode else { return nil }
            if value == "on" { settings.counts.insert(mode) } else { settings.counts.remove(mode) }
            return nil
        case .rubyJapanese: return read(value, over: "ja")
        case .rubyChinese: return read(value, over: "zh")
        case .raceClock:
            if value != "on" {
                settings.raceSeconds = 0
            } else if settings.raceSeconds == 0 {
                settings.raceSeconds = StudySettings().raceSeconds
            }
            return nil
        case .raceSeconds:
            // The length of a clock that is off is not looked at.
            guard settings.raceSeconds > 0 || clock == nil else { return nil }
            return count(value, \.raceSeconds, in: Limits.raceSeconds)
        case .newLimit: return count(value, \.newLimit, in: Limits.cardsPerDay)
        case .reviewLimit: return count(value, \.reviewLimit, in: Limits.cardsPerDay)
        case .rollover: return count(value, \.rollover, in: Limits.rollover)
        case .longestInterval: return count(value, \.longestInterval, in: Limits.longestInterval)
        case .leechLapses: return count(value, \.leechLapses, in: Limits.leechLapses)
        case .retention:
            guard let percent = Int(value), RetentionWords.percents.contains(percent) else {
                return Self.line(for: RetentionWords.percents)
            }
            settings.retention = Double(percent) / 100
            return nil
        case .learningSteps: return step(value, \.learningSteps)
        case .relearningSteps: return step(value, \.relearningSteps)
        }
    }

    private mutating func read(_ value: String, over language: String) -> Phrase? {
        if value == "on" {
            settings.ruby.insert(language)
        } else {
            settings.ruby.remove(language)
        }
        return nil
    }

    private mutating func choose<Choice: RawRepresentable<String>>(
        _ value: String,
        _ setting: WritableKeyPath<StudySettings, Choice>
    ) -> Phrase? {
        guard let choice = Choice(rawValue: value) else { return "Choose one of these." }
        settings[keyPath: setting] = choice
        return nil
    }

    /// Takes the language of the interface; nothing means what the browser asks for.
    private mutating func speak(_ value: String) -> Phrase? {
        guard value.isEmpty || InterfaceLanguage(rawValue: value) != nil else {
            return "Choose one of these."
        }
        settings.language = InterfaceLanguage(rawValue: value)
        return nil
    }

    private mutating func turn(
        _ value: String,
        _ setting: WritableKeyPath<StudySettings, Bool>
    ) -> Phrase? {
        settings[keyPath: setting] = value == "on"
        return nil
    }

    private mutating func count(
        _ value: String,
        _ setting: WritableKeyPath<StudySettings, Int>,
        in limits: ClosedRange<Int>
    ) -> Phrase? {
        guard let number = Int(value.filter { $0 != "," }), limits.contains(number) else {
            return Self.line(for: limits)
        }
        settings[keyPath: setting] = number
        return nil
    }

    private mutating func step(
        _ value: String,
        _ setting: WritableKeyPath<StudySettings, Steps>
    ) -> Phrase? {
        guard let seconds = StepsText.steps(value) else {
            return "Write the steps like this: 1 min, 10 min, 1 d."
        }
        guard StudySettings.Limits.steps.contains(seconds.count) else {
            return "At most \(StudySettings.Limits.steps.upperBound) steps, please."
        }
        guard seconds.allSatisfy(StudySettings.Limits.step.contains) else {
            return "Each step takes from a second to a year."
        }
        settings[keyPath: setting] = Steps(seconds: seconds)
        return nil
    }

    private static func line(for limits: ClosedRange<Int>) -> Phrase {
        "Enter a whole number from \(limits.lowerBound) to \(limits.upperBound)."
    }
}

extension StudySettings {
    /// What a text field or a slider says.
    fileprivate func text(_ field: SettingsForm.Field) -> String {
        switch field {
        case .newLimit: String(newLimit)
        case .reviewLimit: String(reviewLimit)
        case .retention: String(Int((retention * 100).rounded()))
        case .raceSeconds: String(raceSeconds > 0 ? raceSeconds : StudySettings().raceSeconds)
        case .rollover: String(rollover)
        case .longestInterval: String(longestInterval)
        case .leechLapses: String(leechLapses)
        case .learningSteps: StepsText.text(of: learningSteps)
        case .relearningSteps: StepsText.text(of: relearningSteps)
        default: preconditionFailure("\(field) is chosen or turned, not typed")
        }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        let start = drop { $0.isWhitespace }
        return String(start.prefix(start.count - start.reversed().prefix { $0.isWhitespace }.count))
    }
}
