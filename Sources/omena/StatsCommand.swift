import Languages
import Library
import LibraryValues
import Notes
import Pages
import Server

/// `omena stats`: the sentences and tables of the statistics.
struct StatsCommand {
    private let location: LibraryLocation
    private let wanted: StatisticsRequest
    private let isJSON: Bool

    init(_ arguments: inout Arguments) throws(Failure) {
        location = try LibraryLocation(&arguments)
        let deck = try arguments.value(of: "--deck")
        let search = try arguments.value(of: "--search")
        let range = try arguments.value(of: "--range") ?? StatisticsRange.month.rawValue
        isJSON = arguments.flag("--json")
        try arguments.finish()
        guard let range = StatisticsRange(rawValue: range) else {
            let ranges = StatisticsRange.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("--range is one of \(ranges)")
        }
        guard deck == nil || search == nil else { throw .usage("choose --deck or --search") }
        if deck?.isEmpty == true { throw .usage("--deck is empty") }
        if search?.isEmpty == true { throw .usage("--search is empty") }
        var source: Source?
        if deck != nil || search != nil {
            source = Source(decks: deck.map { [$0] } ?? [], query: search)
        }
        wanted = StatisticsRequest(source: source, range: range)
        if let mistake = wanted.mistakes.first { throw Failure(mistake.message.description) }
    }

    func run() throws(Failure) {
        let statistics = try statistics()
        let text = isJSON ? json(statistics) : StatisticsFigures(statistics).text
        try Terminal.write(text + "\n")
    }

    private func statistics() throws(Failure) -> Statistics {
        let server = RunningServer(location)
        guard !server.isRunning else {
            return try server.ask(
                "GET",
                .api(["statistics"]),
                query: wanted.text,
                expecting: Statistics.self
            )
        }
        let wanted = wanted
        let tasks = LibraryTasks(location: location)
        let found = try tasks.withLibrary { library throws(LibraryError) in
            try library.statistics(
                of: wanted.source,
                range: wanted.range,
                timeZoneOffset: SystemClock.clock.withOffset(of: library).offset()
            )
        }
        guard let found else { throw Failure("This deck or tag doesn’t exist.") }
        return found
    }
}
