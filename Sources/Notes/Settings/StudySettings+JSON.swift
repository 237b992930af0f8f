import Languages
import Recall

extension StudySettings: Codable {
    private enum CodingKeys: String, CodingKey {
        case right, style, raceSeconds, newLimit, reviewLimit, retention, introduces, twoButtons,
            shortcuts,
            sounds, plays, differentiate, motion, transparency, theme, quiz, marksCount, ruby,
            counts,
            rollover,
            learningSteps, relearningSteps, longestInterval, leechLapses, easyDays,
            fitsAutomatically,
            syncsAutomatically,
            language, lockMinutes
    }

    /// Missing and invalid values are replaced by defaults.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        values.read(.right, into: &right)
        values.read(.style, into: &style)
        values.read(.raceSeconds, into: &raceSeconds) {
            $0 == 0 || Limits.raceSeconds.contains($0)
        }
        values.read(.newLimit, into: &newLimit, if: Limits.cardsPerDay.contains)
        values.read(.reviewLimit, into: &reviewLimit, if: Limits.cardsPerDay.contains)
        values.read(.retention, into: &retention, if: Limits.retention.contains)
        values.read(.introduces, into: &introduces)
        values.read(.twoButtons, into: &twoButtons)
        values.read(.shortcuts, into: &shortcuts)
        values.read(.sounds, into: &sounds)
        values.read(.plays, into: &plays)
        values.read(.differentiate, into: &differentiate)
        values.read(.motion, into: &motion)
        values.read(.transparency, into: &transparency)
        values.read(.theme, into: &theme)
        values.read(.quiz, into: &quiz)
        values.read(.marksCount, into: &marksCount)
        values.read(.ruby, into: &ruby) { $0.isSubset(of: Limits.ruby) }
        var names = counts.map(\.name)
        values.read(.counts, into: &names)
        counts = Set(names.compactMap(Mode.init(name:))).intersection(Limits.counts)
        values.read(.rollover, into: &rollover, if: Limits.rollover.contains)
        values.read(.learningSteps, into: &learningSteps)
        values.read(.relearningSteps, into: &relearningSteps)
        values.read(.longestInterval, into: &longestInterval, if: Limits.longestInterval.contains)
        language = try? values.decode(InterfaceLanguage.self, forKey: .language)
        values.read(.leechLapses, into: &leechLapses, if: Limits.leechLapses.contains)
        values.read(.easyDays, into: &easyDays) { $0.allSatisfy(Limits.weekdays.contains) }
        values.read(.fitsAutomatically, into: &fitsAutomatically)
        values.read(.syncsAutomatically, into: &syncsAutomatically)
        values.read(.lockMinutes, into: &lockMinutes, if: Limits.lockMinutes.contains)
    }

    /// Writes defaults too, so that a later default does not change existing settings.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(right, forKey: .right)
        try values.encode(style, forKey: .style)
        try values.encode(raceSeconds, forKey: .raceSeconds)
        try values.encode(newLimit, forKey: .newLimit)
        try values.encode(reviewLimit, forKey: .reviewLimit)
        try values.encode(retention, forKey: .retention)
        try values.encode(introduces, forKey: .introduces)
        try values.encode(twoButtons, forKey: .twoButtons)
        try values.encode(shortcuts, forKey: .shortcuts)
        try values.encode(sounds, forKey: .sounds)
        try values.encode(plays, forKey: .plays)
        try values.encode(differentiate, forKey: .differentiate)
        try values.encode(motion, forKey: .motion)
        try values.encode(transparency, forKey: .transparency)
        try values.encode(theme, forKey: .theme)
        try values.encode(quiz, forKey: .quiz)
        try values.encode(marksCount, forKey: .marksCount)
        try values.encode(ruby.sorted(), forKey: .ruby)
        try values.encode(counts.map(\.name).sorted(), forKey: .counts)
        try values.encode(rollover, forKey: .rollover)
        try values.encode(learningSteps.seconds, forKey: .learningSteps)
        try values.encode(relearningSteps.seconds, forKey: .relearningSteps)
        try values.encode(longestInterval, forKey: .longestInterval)
        try values.encode(leechLapses, forKey: .leechLapses)
        try values.encode(easyDays.sorted(), forKey: .easyDays)
        try values.encode(fitsAutomatically, forKey: .fitsAutomatically)
        try values.encode(syncsAutomatically, forKey: .syncsAutomatically)
        try values.encode(lockMinutes, forKey: .lockMinutes)
        try values.encodeIfPresent(language, forKey: .language)
    }
}

extension KeyedDecodingContainer {
    /// Leaves the value unchanged if another is missing or invalid.
    func read<Value: Decodable>(
        _ key: Key,
        into value: inout Value,
        if fits: (Value) -> Bool = { _ in true }
    ) {
        // A key that is missing would be an error thrown and caught, which takes longer than all else that is read.
        guard contains(key), let read = try? decode(Value.self, forKey: key), fits(read) else {
            return
        }
        value = read
    }

    fileprivate func read(_ key: Key, into steps: inout Steps) {
        var seconds = steps.seconds
        read(key, into: &seconds) { seconds in
            StudySettings.Limits.steps.contains(seconds.count)
                && seconds.allSatisfy(StudySettings.Limits.step.contains)
        }
        steps = Steps(seconds: seconds)
    }
}
