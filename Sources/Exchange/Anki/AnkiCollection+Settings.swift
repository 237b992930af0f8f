internal import JSON
internal import Notes
internal import Recall

extension AnkiCollection {
    /// The parameters in the options that most decks share.
    var parameters: Parameters? {
        usualOptions.lazy.compactMap { option in
            for key in ["fsrsParams6", "fsrsParams5", "fsrsWeights"] {
                let values = option[key]?.elements.compactMap(\.real) ?? []
                if !values.isEmpty, let parameters = try? Parameters(values) { return parameters }
            }
            return nil
        }.first
    }

    /// The settings in the options that most decks share, without limits and retention, which decks have themselves.
    var studySettings: StudySettings {
        var study = StudySettings()
        // Negative before midnight.
        if let rollover = settings["rollover"]?.whole, (-23...23).contains(rollover) {
            study.rollover = (rollover + 24) % 24
        }
        guard let option = usualOptions.first else { return study }
        study.learningSteps = Self.steps(option["new"]) ?? study.learningSteps
        study.relearningSteps = Self.steps(option["lapse"]) ?? study.relearningSteps
        if let days = option["rev"]?["maxIvl"]?.whole,
            StudySettings.Limits.longestInterval.contains(days)
        {
            study.longestInterval = days
        }
        if let lapses = option["lapse"]?["leechFails"]?.whole,
            StudySettings.Limits.leechLapses.contains(lapses)
        {
            study.leechLapses = lapses
        }
        return study
    }

    /// The options of decks, those that most of them share first.
    private var usualOptions: [JSONValue] {
        var counts: [Int64: Int] = [:]
        for deck in decks where deck.number("dyn") == 0 {
            counts[deck.number("conf"), default: 0] += 1
        }
        return options.filter { counts[$0.key] != nil }
            .sorted { (-(counts[$0.key] ?? 0), $0.key) < (-(counts[$1.key] ?? 0), $1.key) }
            .map(\.value)
    }

    /// Anki's steps are in minutes; nil where they are out of range.
    private static func steps(_ option: JSONValue?) -> Steps? {
        guard let delays = option?["delays"]?.elements.compactMap(\.real),
            StudySettings.Limits.steps.contains(delays.count)
        else { return nil }
        let longest = Double(StudySettings.Limits.step.upperBound)
        guard delays.allSatisfy({ $0 > 0 && $0 * 60 <= longest }) else { return nil }
        return Steps(seconds: delays.map { max(Int(clamping: $0 * 60), 1) })
    }
}
