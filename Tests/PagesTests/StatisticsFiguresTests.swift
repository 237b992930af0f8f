import Foundation
import Languages
import LibraryValues
import Notes
import Testing

@testable import Pages

/// Each figure says what it shows in a sentence that is also right for a few answers.
struct StatisticsFiguresTests {
    private static let today = StatisticsDay(number: 20_000)

    private func finding(of name: String, _ change: (inout Statistics) -> Void) -> String? {
        var statistics = Statistics(scope: nil, range: .month, today: Self.today)
        change(&statistics)
        return StatisticsFigures(statistics).figures.first { $0.name == name }.map {
            say($0.finding)
        }
    }

    @Test(arguments: [
        ([], "No answers in these days yet. Each day you study becomes a square."),
        ([1, 1], "You studied on 2 of 30 days."),
        ([3, 6], "You studied on 2 of 30 days, with 5 answers a day on those days."),
    ])
    func daysOfStudy(reviews: [Int], says: String) {
        let finding = finding(of: "heat") { statistics in
            statistics.since = StatisticsDay(number: Self.today.number - 29)
            statistics.days = reviews.enumerated().map { ago, reviews in
                var day = Statistics.Day(day: StatisticsDay(number: Self.today.number - ago))
                day.reviews = reviews
                return day
            }
        }

        #expect(finding == says)
    }

    /// Of the first day, the sentence above all figures says what was done.
    @Test func firstDayOfStudyIsNotToldTwice() {
        var day = Statistics.Day(day: Self.today)
        (day.reviews, day.minutes) = (12, 3)
        let finding = finding(of: "heat") { statistics in
            statistics.since = Self.today
            statistics.days = [day]
        }

        #expect(finding == "Each day you study becomes a square.")
    }

    @Test(arguments: [
        ([], "No reviews in these days yet."),
        ([3], "3 reviews in 30 days, all of them on 4 October 2024."),
        ([1, 4], "5 reviews in 30 days. The busiest day was 3 October 2024, with 4."),
    ])
    func reviews(counts: [Int], says: String) {
        let finding = finding(of: "reviews") { statistics in
            statistics.since = StatisticsDay(number: Self.today.number - 29)
            statistics.days = counts.enumerated().map { ago, reviews in
                var day = Statistics.Day(day: StatisticsDay(number: Self.today.number - ago))
                day.reviews = reviews
                return day
            }
        }

        #expect(finding == says)
    }

    @Test(arguments: [
        ([0, 0, 0, 0], [0, 0, 0, 0], "No mature cards were reviewed in this period."),
        ([0, 0, 0, 0], [1, 0, 2, 0], "Of 3 reviews of young cards you forgot 1."),
        ([1, 0, 1, 0], [1, 0, 2, 0], "Of 2 reviews of mature cards you forgot 1."),
        ([10, 0, 90, 0], [0, 0, 0, 0], "Of 100 reviews of mature cards you forgot 10%."),
        ([1, 0, 999, 0], [0, 0, 0, 0], "Of 1,000 reviews of mature cards you forgot <1%."),
        ([999, 0, 1, 0], [0, 0, 0, 0], "Of 1,000 reviews of mature cards you forgot >99%."),
    ])
    func grades(mature: [Int], young: [Int], says: String) {
        let finding = finding(of: "grades") { statistics in
            (statistics.grades.mature, statistics.grades.young) = (mature, young)
        }

        #expect(finding == says)
    }

    /// A learner who came back after a pause, or whose cards are all suspended, has reviewed cards before.
    @Test(arguments: [
        (
            "retention",
            "No card with an interval of a day or more was reviewed in this period. Your target is 90%."
        ),
        ("forecast", "No cards come up today or in the next 7 days."),
        ("intervals", "No cards are in review or relearning."),
        ("stability", "No cards are being studied."),
        ("retrievability", "No cards are being studied."),
    ])
    func nothingIsSaidOfReviewsThatAreNotCounted(name: String, says: String) {
        #expect(finding(of: name) { _ in } == says)
    }

    @Test func onlyEnoughReviewsAreDrawnWithTheirInterval() {
        func intervals(recalled: Int, of count: Int) -> Int {
            var statistics = Statistics(scope: nil, range: .month, today: Self.today)
            var period = Statistics.Period(period: .month)
            period.young = .init(recalled: recalled, of: count)
            statistics.retentionByPeriod = [period]
            let page = StatisticsPage(
                statistics: statistics,
                request: StatisticsRequest(),
                decks: []
            )
            let text = String(decoding: page.render(), as: UTF8.self)
            return text.components(separatedBy: "class=\"range\"").count - 1
        }

        #expect(intervals(recalled: 17, of: 19) == 0)
        #expect(intervals(recalled: 18, of: 20) == 1)
    }

    @Test func languageReviewedInOneDirectionIsNotComparedWithItself() {
        var finnish = Statistics.Words(language: "fi")
        finnish.producing = .init(recalled: 12, of: 13)

        let one = finding(of: "directions") { $0.languages = [finnish] }
        finnish.recognising = .init(recalled: 3, of: 4)
        let both = finding(of: "directions") { $0.languages = [finnish] }

        #expect(one == "No language was reviewed in both directions.")
        #expect(both == "Finnish: you recognised 3 of 4 and produced 12 of 13.")
        #expect(finding(of: "directions") { _ in } == nil)
    }

    @Test func todayIsOneSentenceForEachKindOfNews() {
        var day = Statistics.Day(day: Self.today)
        (day.reviews, day.new, day.minutes, day.recalled, day.of) = (12, 2, 3, 9, 10)
        var statistics = Statistics(scope: nil, range: .month, today: Self.today)
        statistics.days = [day]

        let sentence = say(StatisticsFigures(statistics).todaysSentence)

        #expect(
            sentence
                == "You gave 12 answers today, in 3 min. 2 questions were new. You recalled 9 of 10."
        )
    }

    @Test(arguments: [
        (5, "You know 8 words in Finnish, 3 more than on 5 September 2024."),
        (8, "You know 8 words in Finnish."),
        (9, "You know 8 words in Finnish."),
    ])
    func wordsKnownAreComparedWithTheFirstDayIfTheyAreMore(before: Int, says: String) {
        var finnish = Statistics.Words(language: "fi")
        finnish.known = 8

        let finding = finding(of: "words") { statistics in
            statistics.languages = [finnish]
            statistics.knowledge = [
                Statistics.Knowledge(
                    day: StatisticsDay(number: Self.today.number - 29),
                    language: "fi",
                    known: before,
                    learning: 0,
                    knowledge: 4
                )
            ]
        }

        #expect(finding == says)
    }

    @Test(arguments: [
        (0, 0, 0, "No cards come up today or in the next 7 days."),
        (0, 40, 0, "No cards come up today, but 40 in the next 7 days."),
        (1, 0, 0, "1 card comes up today, but none in the next 7 days."),
        (2, 40, 0, "2 cards come up today, and 40 in the next 7 days."),
        (
            0, 0, 5,
            "5 cards are left from earlier days, and no others come up today or in the next 7 days."
        ),
        (
            0, 0, 1,
            "1 card is left from an earlier day, and no others come up today or in the next 7 days."
        ),
        (
            0, 3, 1,
            "No cards come up today, but 3 in the next 7 days. 1 more is left from an earlier day."
        ),
    ])
    func forecast(today: Int, week: Int, overdue: Int, says: String) {
        let finding = finding(of: "forecast") { statistics in
            statistics.forecast = [
                .init(day: Self.today, notes: today),
                .init(day: StatisticsDay(number: Self.today.number + 7), notes: week),
            ]
            statistics.overdue = overdue
        }

        #expect(finding == says)
    }

    @Test func practiceIsAShareOfTheTime() {
        var day = Statistics.Day(day: Self.today)
        day.minutes = 20

        let finding = finding(of: "practice") { statistics in
            statistics.days = [day]
            statistics.practice = [.init(mode: .race, answers: 3, right: 2, minutes: 5)]
        }

        #expect(finding == "3 answers in practice, which took 25% of your time.")
    }

    @Test(arguments: [
        (95, 60, " You recalled 95% from 8:00 to 12:00, and 60% from 20:00 to 24:00."),
        (92, 90, " Your recall doesn’t clearly depend on the time of day."),
    ])
    func hoursAreComparedOnlyIfTheyDifferByMoreThanChance(
        morning: Int,
        evening: Int,
        says: String
    ) {
        let finding = finding(of: "hours") { statistics in
            for (number, reviews, recalled, of) in [
                (2, 3, 0, 3), (8, 110, morning, 100), (20, 100, evening, 100),
            ] {
                var hour = Statistics.Hour(hour: number)
                (hour.reviews, hour.recalled, hour.of) = (reviews, recalled, of)
                statistics.hours.append(hour)
            }
        }

        #expect(finding == "You review most around 8:00." + says)
    }

    @Test func retentionOverTimeNeedsTwoWeeksWithEnoughReviews() throws {
        func figure(
            _ reviews: [(ago: Int, recalled: Int, of: Int)],
            _ range: StatisticsRange = .month,
            days: Int = 30
        ) -> Figure? {
            var statistics = Statistics(scope: nil, range: range, today: Self.today)
            statistics.since = StatisticsDay(number: Self.today.number - days + 1)
            statistics.days = reviews.map { ago, recalled, of in
                var day = Statistics.Day(day: StatisticsDay(number: Self.today.number - ago))
                (day.recalled, day.of) = (recalled, of)
                return day
            }
            return StatisticsFigures(statistics).retentionOverTime
        }

        let two = try #require(figure([(14, 40, 50), (7, 1, 2), (0, 18, 20)]))

        #expect(say(two.finding) == "Your retention ranged from 80% to 90%.")
        #expect(say(two.table.rowTitle) == "Week")
        #expect(
            two.table.rows.map { say($0.values[0].phrase) } == [
                "40 of 50 (80%)", "1 of 2", "18 of 20 (90%)",
            ]
        )
        #expect(figure([(14, 40, 50), (0, 1, 2)])?.name == nil)
        let same = try #require(figure([(14, 40, 50), (0, 16, 20)]))
        #expect(say(same.finding) == "Your retention stayed at 80%.")
        let nearly = try #require(figure([(14, 1_999, 2_000), (0, 1_999, 2_000)]))
        #expect(say(nearly.finding) == "Your retention stayed at >99%.")
        let months = try #require(figure([(400, 40, 50), (0, 18, 20)], .all, days: 730))
        #expect(say(months.table.rowTitle) == "Month")
        let years = try #require(figure([(400, 40, 50), (0, 18, 20)], .all, days: 731))
        #expect(say(years.table.rowTitle) == "Year")
    }

    @Test func directionsAreRowsWithTheirIntervals() throws {
        var finnish = Statistics.Words(language: "fi")
        finnish.recognising = .init(recalled: 36, of: 40)
        finnish.producing = .init(recalled: 12, of: 13)
        var statistics = Statistics(scope: nil, range: .month, today: Self.today)
        statistics.languages = [finnish, Statistics.Words(language: "sv")]

        let figures = StatisticsFigures(statistics).figures
        let figure = try #require(figures.first { $0.name == "directions" })

        #expect(
            figure.table.rows.map { say($0.label) } == [
                "Finnish, recognised", "Finnish, produced",
            ]
        )
        #expect(
            figure.table.rows.map { $0.values.map { say($0.phrase) } } == [
                ["36 of 40 (90%)", "77–96%"], ["12 of 13", "–"],
            ]
        )
        guard case .retention(0, aim: 90) = figure.drawing else {
            Issue.record("Drawn as \(figure.drawing)")
            return
        }
    }

    @Test(arguments: [
        (InterfaceLanguage.english, "1 October 2024", "2 October 2024"),
        (.french, "1er octobre 2024", "2 octobre 2024"),
        (.ukrainian, "1 жовтня 2024 року", "2 жовтня 2024 року"),
    ])
    func datesAreWrittenAsInProse(
        language: InterfaceLanguage,
        first: String,
        second: String
    ) {
        let says = InterfaceLanguage.withCurrent(language) {
            [3, 2].map { say(StatisticsDay(number: Self.today.number - $0).phrase) }
        }

        #expect(says == [first, second])
    }

    @Test func namesOfLanguagesArePartOfAFrenchSentence() {
        let says = InterfaceLanguage.withCurrent(.french) {
            var finnish = Statistics.Words(language: "fi")
            finnish.known = 8
            finnish.recognising = .init(recalled: 3, of: 4)
            finnish.producing = .init(recalled: 12, of: 13)
            return ["words", "directions"].map { name in
                finding(of: name) { $0.languages = [finnish] }
            }
        }

        #expect(
            says == [
                "Vous connaissez 8 mots en finnois.",
                "En finnois, vous avez reconnu 3 sur 4 et produit 12 sur 13.",
            ]
        )
    }

    @Test(arguments: [(1, ["4 October 2024"]), (2, ["4 October 2024", "5 October 2024"])])
    func axisNamesEachOfItsEndsOnce(days: Int, names: [String]) {
        let rows = (0..<days).map { day in
            let label = StatisticsDay(number: Self.today.number + day).phrase
            return FigureTable.Row(label: label, values: [.count(1)])
        }
        let table = FigureTable(rowTitle: "Day", columns: ["Reviews"], rows: rows)
        var page = HTMLWriter()

        ColumnPlot(table: table, series: [0]).write(to: &page)

        let text = String(decoding: page.bytes, as: UTF8.self)
        let found = text.split(separator: "<span>").dropFirst().map { $0.prefix { $0 != "<" } }
        #expect(found.map(String.init) == names)
    }

    @Test func heatMapSaysWhatWasDoneAndIsDueOnEachDay() {
        var studied = Statistics.Day(day: StatisticsDay(number: Self.today.number - 1))
        (studied.reviews, studied.practice, studied.minutes) = (30, 1, 12)
        let tomorrow = StatisticsDay(number: Self.today.number + 1)
        let map = HeatMap(
            days: [studied],
            forecast: [Statistics.DayNotes(day: tomorrow, notes: 4)],
            today: Self.today,
            weeks: 2,
            weeksAhead: 1
        )

        let days = map.allDays

        #expect(days.count == 21)
        #expect(days.first?.day.weekday == 0)
        #expect(
            days.filter { $0.work != nil }.map { say($0.phrase) } == [
                "Thursday, 3 October 2024: 31 answers, 12 min",
                "Saturday, 5 October 2024: 4 due",
            ]
        )
        #expect(
            days.first { $0.day == Self.today }.map { say($0.phrase) }
                == "Friday, 4 October 2024: nothing"
        )
    }

    @Test func namesOfLinesAreInTheOrderOfTheirEnds() {
        var rows = [[1, 5, 1], [2, 4, 4]].map { counts in
            FigureTable.Row(label: "Day", values: counts.map { FigureValue.count($0) })
        }
        // Nothing is known of a day that is still to come.
        rows.append(
            FigureTable.Row(
                label: "Day",
                values: Array(repeating: .text(Phrase(verbatim: "–")), count: 3)
            )
        )
        let plot = LinePlot(
            table: FigureTable(
                rowTitle: "Day",
                columns: ["All cards", "Finnish", "Swedish"],
                rows: rows
            ),
            series: [0, 1, 2]
        )

        #expect(
            plot.bands == [
                BandNames.Band(part: 1, height: 0.8), BandNames.Band(part: 2, height: 0.8),
                BandNames.Band(part: 0, height: 0.4),
            ]
        )
    }

    @Test func namesOfStackedPartsLeadToTheLastColumnThatIsNotEmpty() {
        let rows = [[1, 0, 2, 0], [2, 4, 0, 0], [0, 0, 0, 0]].map { counts in
            FigureTable.Row(label: "Day", values: counts.map { FigureValue.count($0) })
        }
        let plot = ColumnPlot(
            table: FigureTable(
                rowTitle: "Day",
                columns: ["Learning", "Young", "Mature", "Practice"],
                rows: rows
            ),
            series: [0, 1, 2, 3]
        )

        #expect(
            plot.bands == [
                BandNames.Band(part: 2, height: nil),
                BandNames.Band(part: 1, height: 4.0 / 6),
                BandNames.Band(part: 0, height: 1.0 / 6),
            ]
        )
    }

    @Test func searchWithAMistakeIsExplainedInPlaceOfFigures() {
        let page = StatisticsPage(
            statistics: nil,
            request: StatisticsRequest(source: Source(query: "food deck:")),
            decks: []
        )

        let text = String(decoding: page.render(), as: UTF8.self)

        #expect(text.contains("Add a deck name after “deck:”."))
        #expect(!text.contains("class=\"figures\""))
    }

    @Test func namesOfDecksAreWrittenAsLearnersReadThem() {
        let page = StatisticsPage(
            statistics: Statistics(scope: nil, range: .month, today: Self.today),
            request: StatisticsRequest(source: Source(deck: "Suomi::Eläimet")),
            decks: ["Suomi", "Suomi::Eläimet"]
        )

        let text = String(decoding: page.render(), as: UTF8.self)

        #expect(text.components(separatedBy: "Suomi › Eläimet").count == 3)
        #expect(!text.contains(">Suomi::Eläimet<"))
    }
}
