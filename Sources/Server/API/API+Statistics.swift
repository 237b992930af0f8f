import HTTP
import Languages
import LibraryValues
import Pages

extension API {
    private static let count: APISchema = .integer(nil)
    private static let retention: APISchema = .object([
        .member("recalled", count), .member("of", count),
    ])
    private static let grades: APISchema = .list(count, 4...4)
    private static let counts: APISchema = .list(
        .object([.member("value", count), .member("cards", count)])
    )
    private static let notesByDay: APISchema = .list(
        .object([.member("day", .string), .member("notes", count)])
    )
    private static let words: APISchema = .object([
        .optional("language", .string, "The tag of the language."),
        .member("known", count, "With a face whose memory lasts 21 days or more."),
        .member("learning", count), .member("new", count),
        .member("knowledge", .number(nil), "The sum of the probabilities of recall."),
        .member("recognising", retention, "Reviews that ask the language."),
        .member("producing", retention, "Reviews that the language answers."),
    ])

    static let statisticsSchemas: [String: APISchema] = [
        "StudyDay": .object([
            .member("day", .string, "Such as 2026-11-20, by the clock of that day."),
            .member("reviews", count),
            .member("practice", count, "Answers that move no schedule."),
            .member("minutes", .number(nil), "No answer counts more than one."),
            .member("new", count, "First reviews of cards."),
            .member("learning", count, "Reviews after less than a day."),
            .member("young", count, "Reviews after less than 21 days."),
            .member("mature", count),
            .member("recalled", count, "Of the reviews that count for true retention."),
            .member("of", count, "The reviews that count for true retention."),
        ]),
        "Statistics": .object([
            .optional(
                "scope",
                .object([
                    .optional("decks", .list(.string)),
                    .optional("tags", .list(.string)),
                    .optional("search", .string),
                ]),
                "Missing for the whole library."
            ),
            .member("range", .choice(StatisticsRange.allCases.map(\.rawValue))),
            .member("today", .string),
            .member("since", .string, "The first day of the range."),
            .member("days", .list(.named("StudyDay")), "The days with answers."),
            .member("year", .list(.named("StudyDay")), "Those of the last 53 weeks."),
            .member("answersToDeletedCards", count, "They belong to no deck."),
            .member("longAnswers", count, "They took more than a minute."),
            .member(
                "retention",
                retention,
                "First reviews of a card on a day, after an interval of a day or more."
            ),
            .member("desiredRetention", .number(nil)),
            .member(
                "retentionByPeriod",
                .list(
                    .object([
                        .member("period", .choice(Statistics.Period.Name.allCases.map(\.rawValue))),
                        .member("young", retention), .member("mature", retention),
                    ])
                )
            ),
            .member(
                "grades",
                .object([
                    .member("learning", grades), .member("young", grades),
                    .member("mature", grades),
                ]),
                "Reviews by grade: again, hard, good, easy."
            ),
            .member(
                "hours",
                .list(
                    .object([
                        .member("hour", count), .member("reviews", count),
                        .member("recalled", count), .member("of", count),
                    ])
                )
            ),
            .member(
                "practice",
                .list(
                    .object([
                        .member("mode", .choice(["learn", "race", "quiz", "other"])),
                        .member("answers", count), .member("right", count),
                        .member("minutes", .number(nil)),
                    ])
                )
            ),
            .member(
                "states",
                .object(
                    ["new", "learning", "relearning", "young", "mature", "suspended", "buried"].map
                    {
                        .member($0, count)
                    }
                ),
                "Cards by state; a note that was never asked counts as one new card."
            ),
            .member("notes", words, "All notes."),
            .member("languages", .list(words)),
            .member(
                "knowledge",
                .list(
                    .object([
                        .member("day", .string, "At the start of this day."),
                        .optional("language", .string, "Missing for everything."),
                        .member("known", count), .member("learning", count),
                        .member(
                            "knowledge",
                            .number(nil),
                            "The sum of the probabilities of recall."
                        ),
                    ])
                ),
                "What was known on days of the range; of the whole library only."
            ),
            .member("overdue", count, "Notes that became due before today."),
            .member("forecast", notesByDay, "Notes by the day on which they are due."),
            .member("intervals", counts, "Cards by interval in days."),
            .member("stability", counts, "Cards by stability in days."),
            .member("difficulty", counts, "Cards by difficulty in percent."),
            .member("retrievability", counts, "Cards by recall now, in percent."),
            .member("added", notesByDay),
            .member("hardNotes", count, "Notes forgotten four times or more."),
            .member(
                "hardest",
                .list(
                    .object([
                        .member("note", .id), .member("text", .string),
                        .member("lapses", count),
                    ])
                )
            ),
        ]),
    ]

    static let statistics: [APIOperation] = [
        APIOperation(
            id: "getStatistics",
            method: .get,
            path: "/statistics",
            summary: "What the log and the cards say, about all cards or some.",
            query: [
                .init(name: "deck", schema: .string, summary: "The name of a deck."),
                .init(name: "tag", schema: .string, summary: "A tag."),
                .init(name: "query", schema: .string, summary: "A search."),
                .init(
                    name: "range",
                    schema: .choice(StatisticsRange.allCases.map(\.rawValue)),
                    summary: "How far back: 30 days by default."
                ),
            ],
            answer: .named("Statistics"),
            perform: { application, call in
                guard let wanted = StatisticsRequest(query: call.request.head.query.pairs) else {
                    throw HTTPError(.badRequest, "Name one search, and at most 100 decks and tags.")
                }
                return JSONAnswer(try application.figures(wanted))
            }
        )
    ]
}
