package import LibraryValues
import Notes
import Languages

/// The figures that statistics are shown as, on the page and in the terminal.
package struct StatisticsFigures {
    let statistics: Statistics

    package init(_ statistics: Statistics) { self.statistics = statistics }

    /// In the order of the page.
    var figures: [Figure] { first + work + expert }

    /// All of the page as text.
    package var text: String {
        ([todaysSentence.description] + figures.map(\.text)).joined(separator: "\n\n")
    }

    /// What is at the top of the page.
    var first: [Figure] { [heat, retention, words, knowledge, forecast].compactMap(\.self) }
    /// What has been done, and with which cards.
    var work: [Figure] {
        [
            reviews, time, grades, retentionOverTime, states, added, practice, hours, directions,
            hardest,
        ].compactMap(\.self)
    }
    /// What the scheduler knows.
    var expert: [Figure] { [intervals, stability, difficulty, retrievability] }

    /// One sentence about today.
    var todaysSentence: Phrase {
        guard let day = statistics.days.last(where: { $0.day == statistics.today }) else {
            return "You haven’t studied today yet."
        }
        let time = durationText(minutes: day.minutes)
        let answers: Phrase = "You gave \(day.answers) answers today, in \(time)."
        let work: Phrase =
            day.new > 0
            ? "\(answers) \("\(day.new) questions were new." as Phrase)" : answers
        guard day.of > 0 else { return work }
        return "\(work) You recalled \(day.retention.phrase)."
    }

    // MARK: - At the top

    private var heat: Figure {
        let days = statistics.days
        let shown = dayCount
        let answers = days.reduce(0) { $0 + $1.answers }
        let average = days.isEmpty ? 0 : (2 * answers + days.count) / (2 * days.count)
        let finding: Phrase =
            switch average {
            case 0: "No answers in these days yet. Each day you study becomes a square."
            // Above the figures a sentence says what was done on it.
            case _ where shown == 1: "Each day you study becomes a square."
            case 1: "You studied on \(days.count) of \(grouped(shown)) days."
            default:
                "You studied on \(days.count) of \(grouped(shown)) days, with \(grouped(average)) answers a day on those days."
            }
        let months = Dictionary(grouping: statistics.year) { day in
            StatisticsMonth(day.day)
        }.sorted { $0.key < $1.key }
        return Figure(
            name: "heat",
            title: "Days of study",
            finding: finding,
            table: FigureTable(
                rowTitle: "Month",
                columns: ["Days", "Reviews", "Practice", "Time"],
                rows: months.map { month, days in
                    FigureTable.Row(
                        label: month.phrase,
                        values: [
                            .count(days.count), .count(days.reduce(0) { $0 + $1.reviews }),
                            .count(days.reduce(0) { $0 + $1.practice }),
                            .minutes(days.reduce(0) { $0 + $1.minutes }),
                        ]
                    )
                }
            ),
            drawing: .heat(
                HeatMap(
                    days: statistics.year,
                    forecast: statistics.forecast,
                    today: statistics.today,
                    weeks: 53,
                    weeksAhead: 4
                )
            ),
            explanation:
                "Days follow your clock at the time you studied, so flights and clock changes don’t move them. A day ends at the hour in your settings. Outlined squares are days on which cards become due."
        )
    }

    private var words: Figure {
        let all = statistics.notes
        let languages = statistics.languages.filter { $0.known + $0.learning > 0 }
        let rows = languages + [all]
        // The learner's own language says nothing.
        let own = InterfaceLanguage.current.rawValue
        let best = languages.first { $0.language != own } ?? languages.first
        let finding: Phrase =
            if let best, let name = best.name {
                if let before = firstKnowledge(of: best), before.day < statistics.today,
                    before.known < best.known
                {
                    "You know \(best.known) words in \(name), \(grouped(best.known - before.known)) more than on \(before.day.phrase)."
                } else {
                    "You know \(best.known) words in \(name)."
                }
            } else {
                "You know \(all.known) of \(grouped(all.known + all.learning + all.new)) cards."
            }
        return Figure(
            name: "words",
            title: "Words known",
            finding: finding,
            table: FigureTable(
                rowTitle: "Language",
                columns: ["Known", "Learning", "Not started", "Recalled now"],
                rows: rows.map { words in
                    FigureTable.Row(
                        label: words.name ?? "All cards",
                        values: [
                            .count(words.known), .count(words.learning), .count(words.new),
                            .count(Int(words.knowledge.rounded())),
                        ]
                    )
                }
            ),
            drawing: .bars([0, 1, 2]),
            explanation:
                "\("A card is known once you’d remember one of its questions for 21 days or more, and is being learned once you’ve answered one. Recalled now is about how many you’d recall at this moment." as Phrase) \(Self.withoutSuspended)"
        )
    }

    /// What was known of a language on the first day that is stored.
    private func firstKnowledge(of words: Statistics.Words) -> Statistics.Knowledge? {
        statistics.knowledge.filter { $0.language == words.language }.min { $0.day < $1.day }
    }

    private var forecast: Figure {
        let due = Dictionary(
            uniqueKeysWithValues: statistics.forecast.map { ($0.day, $0.notes) }
        )
        let today = statistics.today.number
        func notes(_ days: Range<Int>) -> Int {
            days.reduce(0) { $0 + (due[StatisticsDay(number: $1)] ?? 0) }
        }
        let now = notes(today..<today + 1)
        let week = notes(today + 1..<today + 8)
        let overdue = statistics.overdue
        let coming: Phrase =
            switch (now, week) {
            case (0, 0): "No cards come up today or in the next 7 days."
            case (0, _): "No cards come up today, but \(grouped(week)) in the next 7 days."
            case (_, 0): "\(now) cards come up today, but none in the next 7 days."
            default: "\(now) cards come up today, and \(grouped(week)) in the next 7 days."
            }
        let finding: Phrase =
            switch (overdue, now + week) {
            case (0, _): coming
            case (_, 0):
                "\(overdue) cards are left from earlier days, and no others come up today or in the next 7 days."
            default: "\(coming) \("\(overdue) more are left from earlier days." as Phrase)"
            }
        return Figure(
            name: "forecast",
            title: "Coming up",
            finding: finding,
            table: FigureTable(
                rowTitle: "Day",
                columns: ["Due"],
                rows: (today..<today + 30).map { day in
                    FigureTable.Row(
                        label: StatisticsDay(number: day).phrase,
                        values: [.count(notes(day..<day + 1))]
                    )
                }
            ),
            drawing: .columns([0]),
            explanation:
                "Cards on the day their first question becomes due, not counting suspended or new cards. Reviews in the coming days will add to them."
        )
    }

    // MARK: - Work

    private var reviews: Figure {
        let total = statistics.days.reduce(0) { $0 + $1.reviews }
        let deleted = statistics.answersToDeletedCards
        let finding: Phrase =
            if let busiest = statistics.days.max(by: { $0.reviews < $1.reviews }), total > 0 {
                busiest.reviews == total
                    ? "\(total) reviews in \(dayPhrase), all of them on \(busiest.day.phrase)."
                    : "\(total) reviews in \(dayPhrase). The busiest day was \(busiest.day.phrase), with \(grouped(busiest.reviews))."
            } else {
                "No reviews in these days yet."
            }
        return Figure(
            name: "reviews",
            title: "Reviews",
            finding: deleted > 0
                ? "\(finding) \("\(deleted) answers were to cards that are deleted now." as Phrase)"
                : finding,
            table: FigureTable(
                rowTitle: spans.title,
                columns: ["Learning", "Young", "Mature", "Practice", "Total"],
                rows: spans.rows { days in
                    [
                        .count(days.reduce(0) { $0 + $1.new + $1.learning }),
                        .count(days.reduce(0) { $0 + $1.young }),
                        .count(days.reduce(0) { $0 + $1.mature }),
                        .count(days.reduce(0) { $0 + $1.practice }),
                        .count(days.reduce(0) { $0 + $1.answers }),
                    ]
                }
            ),
            drawing: .columns([0, 1, 2, 3]),
            explanation:
                "Answers that weren’t undone, by the interval the card had before: less than a day, less than 21 days, or more. Practice doesn’t change the schedule, but it’s work too."
        )
    }

    private var time: Figure {
        let minutes = statistics.days.reduce(0) { $0 + $1.minutes }
        let duration = durationText(minutes: minutes)
        let answers = statistics.days.reduce(0) { $0 + $1.answers }
        let finding: Phrase =
            answers == 0
            ? "No time spent studying in these days yet."
            : "You studied for \(duration) in \(dayPhrase)."
        return Figure(
            name: "time",
            title: "Time",
            finding: statistics.longAnswers > 0
                ? "\(finding) \("\(statistics.longAnswers) answers took longer than a minute and count as one minute each." as Phrase)"
                : finding,
            table: FigureTable(
                rowTitle: spans.title,
                columns: ["Time"],
                rows: spans.rows { [.minutes($0.reduce(0) { $0 + $1.minutes })] }
            ),
            drawing: .columns([0]),
            explanation:
                "From the question to the grade, in reviews and practice. An answer counts for a minute at most, because after that you’ve probably stepped away."
        )
    }

    private var grades: Figure {
        let parts: [(Phrase, [Int])] = [
            ("Learning", statistics.grades.learning), ("Young", statistics.grades.young),
            ("Mature", statistics.grades.mature),
        ]
        let (young, mature) = (statistics.grades.young, statistics.grades.mature)
        let (youngCount, matureCount) = (young.reduce(0, +), mature.reduce(0, +))
        let finding: Phrase =
            if matureCount > 0 {
                "Of \(matureCount) reviews of mature cards you forgot \(forgotten(of: mature))."
            } else if youngCount > 0 {
                "Of \(youngCount) reviews of young cards you forgot \(forgotten(of: young))."
            } else {
                "No mature cards were reviewed in this period."
            }
        return Figure(
            name: "grades",
            title: "Grades",
            finding: finding,
            table: FigureTable(
                rowTitle: "Cards",
                columns: ["Again", "Hard", "Good", "Easy"],
                rows: parts.map { label, grades in
                    FigureTable.Row(
                        label: label,
                        values: grades.map { .part($0, of: grades.reduce(0, +)) }
                    )
                }
            ),
            drawing: .shares([0, 1, 2, 3]),
            explanation:
                "All reviews, including several of the same card on one day. Learning cards had an interval of less than a day. Hard means that you knew it."
        )
    }

    /// How many of the reviews with these grades were *again*.
    private func forgotten(of grades: [Int]) -> Phrase {
        let count = grades.reduce(0, +)
        return count < Statistics.Retention.enough
            ? Phrase(verbatim: grouped(grades[0])) : percent(grades[0], of: count)
    }

    private var states: Figure {
        let states = statistics.states
        let parts: [(Phrase, Int)] = [
            ("New", states.new), ("Learning", states.learning),
            ("Relearning", states.relearning), ("Young", states.young),
            ("Mature", states.mature), ("Suspended", states.suspended),
            ("Buried", states.buried),
        ]
        let total = parts.reduce(0) { $0 + $1.1 }
        return Figure(
            name: "states",
            title: "Card states",
            finding:
                "\(total) cards: \(grouped(states.mature)) mature, \(grouped(states.new)) new.",
            table: FigureTable(
                rowTitle: "State",
                columns: ["Cards"],
                rows: parts.map { label, count in
                    FigureTable.Row(label: label, values: [.part(count, of: total)])
                }
            ),
            drawing: .bars([0]),
            explanation:
                "The cards as they are now. Each counts once as new, and later once for each question that you’ve been asked. Mature cards have an interval of 21 days or more."
        )
    }

    private var added: Figure {
        let total = statistics.added.reduce(0) { $0 + $1.notes }
        return Figure(
            name: "added",
            title: "Cards added",
            finding: total == 0
                ? "No cards added in these days."
                : "You added \(total) cards in \(dayPhrase).",
            table: FigureTable(
                rowTitle: spans.title,
                columns: ["Cards"],
                rows: spans.rows(of: statistics.added, day: \.day) {
                    [.count($0.reduce(0) { $0 + $1.notes })]
                }
            ),
            drawing: .columns([0]),
            explanation:
                "By the day on which a card was created. Imported cards count on the days given in their file."
        )
    }

    private var practice: Figure? {
        guard !statistics.practice.isEmpty else { return nil }
        let answers = statistics.practice.reduce(0) { $0 + $1.answers }
        let minutes = statistics.practice.reduce(0) { $0 + $1.minutes }
        let all = statistics.days.reduce(0) { $0 + $1.minutes }
        let share = percent(Int(60_000 * minutes), of: Int(60_000 * max(all, minutes)))
        return Figure(
            name: "practice",
            title: "Practice",
            finding: "\(answers) answers in practice, which took \(share) of your time.",
            table: FigureTable(
                rowTitle: "Mode",
                columns: ["Answers", "Correct", "Time"],
                rows: statistics.practice.map { practice in
                    FigureTable.Row(
                        label: practice.mode.phrase,
                        values: [
                            .count(practice.answers),
                            .part(practice.right, of: practice.answers),
                            .minutes(practice.minutes),
                        ]
                    )
                }
            ),
            drawing: .bars([0]),
            explanation: "Practice counts as work, but never towards retention."
        )
    }

    private var hardest: Figure? {
        guard !statistics.hardest.isEmpty else { return nil }
        return Figure(
            name: "hardest",
            title: "Hardest words",
            finding: "You forgot \(statistics.hardNotes) words four times or more.",
            table: FigureTable(
                rowTitle: "Word",
                columns: ["Forgotten"],
                rows: statistics.hardest.map { hardest in
                    FigureTable.Row(
                        label: Phrase(verbatim: hardest.text),
                        values: [.count(hardest.lapses)],
                        route: NoteID(hardest.note).map { .cards(.card($0)) }
                    )
                }
            ),
            drawing: .bars([0]),
            explanation:
                "How often you forgot a card after learning it, counting all its questions."
        )
    }

    /// The note below figures about the cards that can still come back.
    static let withoutSuspended: Phrase = "Suspended cards don’t count."

    // MARK: - Days

    /// The days of the range; a learner who flew west has begun tomorrow.
    var range: ClosedRange<StatisticsDay> {
        let last = max(statistics.today, statistics.days.last?.day ?? statistics.today)
        return min(statistics.since, last)...last
    }

    private var dayCount: Int { range.upperBound.number - range.lowerBound.number + 1 }

    private var dayPhrase: Phrase { "\(dayCount) days" }

    var spans: StatisticsSpans {
        StatisticsSpans(of: range, statistics.range, days: statistics.days)
    }
}
