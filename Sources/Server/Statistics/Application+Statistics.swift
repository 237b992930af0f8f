import HTTP
import Languages
import Library
import LibraryValues
import Notes
import Pages

extension Application {
    /// `GET /statistics`.
    func statistics(_ wanted: StatisticsRequest) throws -> Response {
        .page(
            StatisticsPage(
                statistics: wanted.mistakes.isEmpty ? try figures(wanted) : nil,
                request: wanted,
                decks: try library.decks().map(\.name.text),
                settings: try library.settings()
            )
        )
    }

    /// `GET /cards/{note}/log`.
    func cardLog(_ card: CardID) throws -> Response {
        let log = try library.log(of: card, timeZoneOffset: clock.offset())
        guard let log else {
            throw HTTPError(
                .notFound,
                "This card no longer exists, or you haven’t reviewed it yet."
            )
        }
        return .page(CardLogPage(log: log, settings: try library.settings()))
    }

    /// The numbers of a request; refuses a search with a mistake, and a deck or tag that does not exist.
    func figures(_ wanted: StatisticsRequest) throws -> Statistics {
        if let mistake = wanted.mistakes.first { throw HTTPError(.badRequest, mistake.message) }
        let found = try library.statistics(
            of: wanted.source,
            range: wanted.range,
            timeZoneOffset: clock.offset()
        )
        guard let found else { throw HTTPError(.notFound, "This deck or tag doesn’t exist.") }
        return found
    }
}
