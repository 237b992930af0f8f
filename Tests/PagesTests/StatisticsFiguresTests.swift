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

    @Test(arguments: [
        ([0, 0, 0, 0], "No mature cards were reviewed in these days."),
        ([1, 0, 1, 0], "Of 2 reviews of mature cards you forgot 1."),
        ([10, 0, 90, 0], "Of 100 reviews of mature cards you forgot 10%."),
    ])
    func grades(mature: [Int], says: String) {
        #expect(finding(of: "grades") { $0.grades.mature = mature } == says)
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

    @Test(arguments: [
        ([0.0, 0.0, 0.0, 0.0], [0.08, 0.18, 0.28, 0.38]),
        ([1.0, 1.0, 0.5], [0.48, 0.87, 0.97]),
        ([0.3], [0.28]),
    ])
    func namesOfLinesKeepApart(ends: [Double], places: [Double]) {
        let names = ChartNames(names: ends.map { ChartNames.Name(text: "Finnish", height: $0) })

        #expect(names.placed.map { ($0.height * 100).rounded() / 100 } == places)
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
