import HTTP
import Languages
import Library
import LibraryValues
import Pages

extension Application {
    /// `GET /statistics`.
    func statistics(_ request: StatisticsRequest) throws -> Response {
        let page = StatisticsPage(
            statistics: try counted(request),
            request: request,
            decks: try library.decks(),
            settings: try library.settings()
        )
        return .page(page)
    }

    func counted(_ request: StatisticsRequest) throws -> Statistics {
        let statistics = try library.statistics(
            of: request.scope,
            over: request.range,
            timeZoneOffset: clock.offset()
        )
        guard let statistics else { throw HTTPError(.notFound, "This deck no longer exists.") }
        return statistics
    }
}
