import HTTP
import JSON
import Languages
import LibraryValues
import Pages

extension API {
    private static let count: APISchema = .integer(nil)
    private static let retention: APISchema = .object([
        APISchema.member("recalled", count), APISchema.member("of", count),
    ])
    private static let grades: APISchema = .list(count, 4...4)
    private static let counts: APISchema = .list(
        .object([APISchema.member("value", count), APISchema.member("cards", count)])
    )
    private static let notesByDay: APISchema = .list(
        .object([APISchema.member("day", .string), APISchema.member("notes", count)])
    )
    private static let words: APISchema = .object([
        APISchema.optional("language", .string, "The tag of the language."),
        APISchema.member("known", count, "With a face whose memory lasts 21 days or more."),
        APISchema.member("learning", count), APISchema.member("new", count),
        APISchema.member("knowledge", .number(nil), "The sum of the probabilities of recall."),
        APISchema.member("recognising", retention, "Reviews that ask the language."),
        APISchema.member("producing", retention, "Reviews that the language answers."),
    ])

    static let statisticsSchemas: [String: APISchema] = [
        "StudyDay": .object([
            APISchema.member("day", .string, "Such as 2026-11-20, by the clock of that day."),
            APISchema.member("reviews", count),
            APISchema.member("practice", count, "Answers that move no schedule."),
            APISchema.member("minutes", .number(nil), "No answer counts more than one."),
            APISchema.member("new", count, "First reviews of cards."),
            APISchema.member("learning", count, "Reviews after less than a day."),
            APISchema.member("young", count, "Reviews after less than 21 days."),
            APISchema.member("mature", count),
            APISchema.member("recalled", count, "Of the reviews that count for true retention."),
            APISchema.member("of", count, "The reviews that count for true retention."),
        ]),
        "Statistics": .object([
            APISchema.optional(
                "scope",
                .object([
                    APISchema.optional("decks", .list(.string)),
                    APISchema.optional("tags", .list(.string)),
                    APISchema.optional("search", .string),
                ]),
                "Missing for the whole library."
            ),
            APISchema.member("range", .choice(StatisticsRange.allCases.map(\.rawValue))),
            APISchema.member("today", .string),
            APISchema.member("since", .string, "The first day of the range."),
            APISchema.member("days", .list(.named("StudyDay")), "The days with answers."),
            APISchema.member("year", .list(.named("StudyDay")), "Those of the last 53 weeks."),
            APISchema.member("answersToDeletedCards", count, "They belong to no deck."),
            APISchema.member("longAnswers", count, "They took more than a minute."),
            APISchema.member(
                "retention",
                retention,
                "First reviews of a card on a day, after an interval of a day or more."
            ),
            APISchema.member("desiredRetention", .number(nil)),
            APISchema.member(
                "retentionByPeriod",
                .list(
                    .object([
                        APISchema.member(
                            "period",
                            .choice(Statistics.Period.Name.allCases.map(\.rawValue))
                        ),
                        APISchema.member("young", retention), APISchema.member("mature", retention),
                    ])
                )
            ),
            APISchema.member(
                "grades",
                .object([
                    APISchema.member("learning", grades), APISchema.member("young", grades),
                    APISchema.member("mature", grades),
                ]),
                "Reviews by grade: again, hard, good, easy."
            ),
            APISchema.member(
                "hours",
                .list(
                    .object([
                        APISchema.member("hour", count), APISchema.member("reviews", count),
                        APISchema.member("recalled", count), APISchema.member("of", count),
                    ])
                )
            ),
            APISchema.member(
                "practice",
                .list(
                    .object([
                        APISchema.member("mode", .choice(["learn", "race", "quiz", "other"])),
                        APISchema.member("answers", count), APISchema.member("right", count),
                        APISchema.member("minutes", .number(nil)),
                    ])
                )
            ),
            APISchema.member(
                "states",
                .object(
                    ["new", "learning", "relearning", "young", "mature", "suspended", "buried"].map
                    {
                        APISchema.member($0, count)
                    }
                ),
                "Cards by state; a note that was never asked counts as one new card."
            ),
            APISchema.member("notes", words, "All notes."),
            APISchema.member("languages", .list(words)),
            APISchema.member(
                "knowledge",
                .list(
                    .object([
                        APISchema.member("day", .string, "At the start of this day."),
                        APISchema.optional("language", .string, "Missing for everything."),
                        APISchema.member("known", count), APISchema.member("learning", count),
                        APISchema.member(
                            "knowledge",
                            .number(nil),
                            "The sum of the probabilities of recall."
                        ),
                    ])
                ),
                "What was known on days of the range; of the whole library only."
            ),
            APISchema.member("overdue", count, "Notes that became due before today."),
            APISchema.member(
                "forecast",
                notesByDay,
                "Notes by the day on which they are due."
            ),
            APISchema.member("intervals", counts, "Cards by interval in days."),
            APISchema.member("stability", counts, "Cards by stability in days."),
            APISchema.member("difficulty", counts, "Cards by difficulty in percent."),
            APISchema.member("retrievability", counts, "Cards by recall now, in percent."),
            APISchema.member("added", notesByDay),
            APISchema.member("hardNotes", count, "Notes forgotten four times or more."),
            APISchema.member(
                "hardest",
                .list(
                    .object([
                        APISchema.member("note", .id), APISchema.member("text", .string),
                        APISchema.member("lapses", count),
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
