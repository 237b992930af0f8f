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
        ([10, 0, 90, 0], "Of 100 reviews of mature cards you forgot 10 %."),
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
