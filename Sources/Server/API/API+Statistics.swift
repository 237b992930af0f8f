import HTTP
import JSON
package import LibraryValues
import Notes
import Pages

extension API {
    static let statisticsSchemas: [String: APISchema] = [
        "Statistics": .object([
            APISchema.member("days", .list(.map(.named("Anything"))), "The days with answers."),
            APISchema.member("retention", .map(.named("Anything")), "recalled, of."),
            APISchema.member("grades", .map(.named("Anything")), "again, hard, good, easy."),
            APISchema.member("states", .map(.named("Anything")), "How many cards are in each."),
            APISchema.member("forecast", .list(.integer(nil)), "Due today and on the next days."),
        ])
    ]

    static let statistics: [APIOperation] = [
        APIOperation(
            id: "getStatistics",
            method: .get,
            path: "/statistics",
            summary: "What was done and what is known.",
            query: [
                .init(name: "deck", schema: .string, summary: "A deck with those inside it."),
                .init(name: "search", schema: .string, summary: "The cards that a search finds."),
                .init(
                    name: "range",
                    schema: .choice(StatisticsRange.allCases.map(\.rawValue)),
                    summary: "How far to look back; a year by default."
                ),
            ],
            answer: .named("Statistics"),
            perform: { application, call in
                let items = call.query.compactMap { name, value in
                    value.text.map { (name: name, value: $0) }
                }
                let request = StatisticsRequest(query: items)
                return JSONAnswer(StatisticsAnswer(try application.counted(request)))
            }
        )
    ]
}

/// Statistics for other programs.
package struct StatisticsAnswer: Codable, Sendable {
    package struct Day: Codable, Sendable {
        package let day: String
        package let reviews: Int
        package let practice: Int
        package let minutes: Double
    }

    package struct Retention: Codable, Sendable {
        package let recalled: Int
        package let of: Int
    }

    package let days: [Day]
    package let retention: Retention
    package let grades: [String: [Int]]
    package let states: [String: Int]
    package let forecast: [Int]

    package init(_ statistics: Statistics) {
        days = statistics.days.map { day in
            Day(
                day: CivilDate(dayNumber: day.number).description,
                reviews: day.reviews,
                practice: day.practice,
                minutes: Double(day.milliseconds / 600) / 100
            )
        }
        let all = statistics.totalRetention
        retention = Retention(recalled: all.recalled, of: all.count)
        var grades: [String: [Int]] = [:]
        for maturity in Statistics.Maturity.allCases {
            grades["\(maturity)"] = statistics.grades[maturity] ?? [0, 0, 0, 0]
        }
        self.grades = grades
        let states = statistics.states
        self.states = [
            "new": states.new, "learning": states.learning, "relearning": states.relearning,
            "young": states.young, "mature": states.mature, "suspended": states.suspended,
            "buried": states.buried,
        ]
        forecast = statistics.forecast
    }
}
