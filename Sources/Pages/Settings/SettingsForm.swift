package import Languages
package import Notes
import Recall

/// The form of the settings, with the values that were typed but rejected.
///
/// A field that a request leaves out is unchanged, so that a script can send one field and a plain form all of them.
package struct SettingsForm: Sendable {
    /// The accepted values; a rejected field keeps its previous value.
    package private(set) var settings: StudySettings
    /// Why fields were rejected, one line each, by field name.
    package private(set) var flaws: [String: Phrase] = [:]
    private var typed: [String: String] = [:]

    package init(_ settings: StudySettings) { self.settings = settings }

    /// Reads the fields of a request; of two with one name the last counts.
    package mutating func read(_ fields: some Sequence<(name: String, value: String)>) {
        var values: [String: String] = [:]
        for field in fields { values[field.name] = field.value }
        for field in Field.allCases {
            guard let value = values[field.rawValue]?.trimmed,
                let flaw = read(value, for: field, clock: values[Field.raceClock.rawValue])
            else { continue }
            flaws[field.rawValue] = flaw
            typed[field.rawValue] = value
        }
    }

    /// The content of a text field: the typed text if it was rejected, else the stored value.
    func text(_ field: Field) -> String { typed[field.rawValue] ?? settings.text(field) }

    func flaw(_ field: Field) -> Phrase? { flaws[field.rawValue] }
}

extension SettingsForm {
    enum Field: String, CaseIterable {
        case right, style, introduces, twoButtons, newLimit, reviewLimit, retention
        case raceClock, raceSeconds, quiz, marksCount
        case language, theme, differentiate, motion, transparency, shortcuts, sounds, plays
        case rubyJapanese, rubyChinese
        case countsLearn, countsRace, countsQuiz
        case rollover, learningSteps, relearningSteps, longestInterval, leechLapses

        /// The practice mode whose answers the field counts as reviews.
        var mode: Mode? {
            switch self {
            case .countsLearn: .learn
            case .countsRace: .race
            case .countsQuiz: .quiz
            default: nil
            }
        }
    }

    /// Sets one value, or returns why it is rejected.
    private mutating func read(_ value: String, for field: Field, clock: String?) -> Phrase? {
        typealias Limits = StudySettings.Limits
        switch field {
        case .right: return choose(value, \.right)
        case .style: return choose(value, \.style)
        case .quiz: return choose(value, \.quiz)
        case .language: return chooseLanguage(value)
        case .theme: return choose(value, \.theme)
        case .motion: return choose(value, \.motion)
        case .transparency: return choose(value, \.transparency)
        case .introduces: return toggle(value, \.introduces)
        case .twoButtons: return toggle(value, \.twoButtons)
        case .shortcuts: return toggle(value, \.shortcuts)
        case .sounds: return toggle(value, \.sounds)
        case .plays: return toggle(value, \.plays)
        case .differentiate: return toggle(value, \.differentiate)
        case .marksCount: return toggle(value, \.marksCount)
        case .countsLearn, .countsRace, .countsQuiz:
            return field.mode.flatMap { include(value, $0, in: \.counts) }
        case .rubyJapanese: return include(value, "ja", in: \.ruby)
        case .rubyChinese: return include(value, "zh", in: \.ruby)
        case .raceClock:
            if value != "on" {
                settings.raceSeconds = 0
            } else if settings.raceSeconds == 0 {
                settings.raceSeconds = StudySettings().raceSeconds
            }
            return nil
        case .raceSeconds:
            // The length of a clock that is off is ignored.
            guard settings.raceSeconds > 0 || clock == nil else { return nil }
            return chooseNumber(value, \.raceSeconds, in: Limits.raceSeconds)
        case .newLimit: return chooseNumber(value, \.newLimit, in: Limits.cardsPerDay)
        case .reviewLimit: return chooseNumber(value, \.reviewLimit, in: Limits.cardsPerDay)
        case .rollover: return chooseNumber(value, \.rollover, in: Limits.rollover)
        case .longestInterval:
            return chooseNumber(value, \.longestInterval, in: Limits.longestInterval)
        case .leechLapses: return chooseNumber(value, \.leechLapses, in: Limits.leechLapses)
        case .retention:
            guard let percent = Int(value), RetentionDescription.percents.contains(percent) else {
                return Self.rangeError(RetentionDescription.percents)
            }
            settings.retention = Double(percent) / 100
            return nil
        case .learningSteps: return chooseSteps(value, \.learningSteps)
        case .relearningSteps: return chooseSteps(value, \.relearningSteps)
        }
    }

    private mutating func include<Element>(
        _ value: String,
        _ element: Element,
        in setting: WritableKeyPath<StudySettings, Set<Element>>
    ) -> Phrase? {
        if value == "on" {
            settings[keyPath: setting].insert(element)
        } else {
            settings[keyPath: setting].remove(element)
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

    /// Sets the interface language; an empty value follows the browser.
    private mutating func chooseLanguage(_ value: String) -> Phrase? {
        guard value.isEmpty || InterfaceLanguage(rawValue: value) != nil else {
            return "Choose one of these."
        }
        settings.language = InterfaceLanguage(rawValue: value)
        return nil
    }

    private mutating func toggle(
        _ value: String,
        _ setting: WritableKeyPath<StudySettings, Bool>
    ) -> Phrase? {
        settings[keyPath: setting] = value == "on"
        return nil
    }

    private mutating func chooseNumber(
        _ value: String,
        _ setting: WritableKeyPath<StudySettings, Int>,
        in limits: ClosedRange<Int>
    ) -> Phrase? {
        guard let number = Int(value.filter { $0 != "," }), limits.contains(number) else {
            return Self.rangeError(limits)
        }
        settings[keyPath: setting] = number
        return nil
    }

    private mutating func chooseSteps(
        _ value: String,
        _ setting: WritableKeyPath<StudySettings, Steps>
    ) -> Phrase? {
        guard let seconds = StepsText.steps(value) else {
            return "Enter the steps like this: 1 min, 10 min, 1 d."
        }
        guard StudySettings.Limits.steps.contains(seconds.count) else {
            return "Use at most \(StudySettings.Limits.steps.upperBound) steps."
        }
        guard seconds.allSatisfy(StudySettings.Limits.step.contains) else {
            return "Each step must be between a second and a year."
        }
        settings[keyPath: setting] = Steps(seconds: seconds)
        return nil
    }

    private static func rangeError(_ limits: ClosedRange<Int>) -> Phrase {
        "Enter a whole number from \(limits.lowerBound) to \(limits.upperBound)."
    }
}

extension StudySettings {
    /// The value of a text field or a slider.
    fileprivate func text(_ field: SettingsForm.Field) -> String {
        switch field {
        case .newLimit: String(newLimit)
        case .reviewLimit: String(reviewLimit)
        case .retention: String(percentage(retention))
        case .raceSeconds: String(raceSeconds > 0 ? raceSeconds : StudySettings().raceSeconds)
        case .rollover: String(rollover)
        case .longestInterval: String(longestInterval)
        case .leechLapses: String(leechLapses)
        case .learningSteps: StepsText.text(of: learningSteps)
        case .relearningSteps: StepsText.text(of: relearningSteps)
        default: preconditionFailure("\(field) is not a text field")
        }
    }
}
