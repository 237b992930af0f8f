import Exchange
import Glibc
import Languages
import Library
import LibraryValues
import Notes
import Pages
import Recall
import SQLite
import Storage

/// Times the work that a learner waits for when a session opens, for `Benchmarks/deal/run.sh`.
@main
struct DealBenchmark {
    private static let now = Moment(milliseconds: 1_768_392_000_000)

    let name: String
    let library: Library
    let repetitions: Int

    static func main() throws {
        let words = CommandLine.arguments
        guard (3...4).contains(words.count), let repetitions = Int(words[2]) else {
            print("Usage: DealBenchmark FOLDER REPETITIONS [LIBRARY]")
            exit(64)
        }
        print("library                                 what          median     least")
        var leasts: [Int: [String: Double]] = [:]
        for sample in [
            SampleLibrary("10 cards, 10 due", cards: 10, due: 10),
            SampleLibrary("10,000 cards, 10,000 due", cards: 10_000, due: 10_000),
            SampleLibrary("100,000 cards, 10,000 due", cards: 100_000, due: 10_000),
            SampleLibrary("100,000 cards, 1,000 decks", cards: 100_000, due: 10_000, decks: 1_000),
            SampleLibrary("50,000 notes in 2 languages", cards: 50_000, due: 2_000, languages: 2),
            SampleLibrary("50,000 notes in 16 languages", cards: 50_000, due: 2_000, languages: 16),
        ] where words.count == 3 || sample.name.contains(words[3]) {
            let path = "\(words[1])/\(sample.name.filter(\.isNumber)).omena"
            try Library.open(at: path) { now }.close()
            let database = try Database(path: path, now: now)
            try database.write { try sample.fill($0, now: now) }
            try database.close()
            let library = try Library.open(at: path) { now }
            leasts[sample.languages] = try DealBenchmark(
                name: sample.name,
                library: library,
                repetitions: repetitions
            ).run()
            try library.close()
        }
        compare(leasts[16], with: leasts[2])
        guard words.count == 3 else { return }
        try bringInACatalog(in: words[1], repetitions)
    }

    /// Imports 10,000 keys in ten languages, each time into a new library, and exports them again.
    private static func bringInACatalog(in folder: String, _ repetitions: Int) throws {
        let languages = ["de", "es", "fi", "fr", "ja", "ko", "nb", "pa-Guru", "uk", "zh-Hans"]
        let entries = (0..<10_000).map { number in
            StringCatalog.Entry(
                key: "key \(number)",
                localizations: languages.map {
                    .init(name: $0, content: .unit(.init(value: "\($0) ਸੇਬ りんご \(number)")))
                }
            )
        }
        let bytes = StringCatalog(sourceLanguage: .english, entries: entries).bytes
        guard let deck = DeckName("App") else { return }
        let order = ImportOptions(name: "App.xcstrings", bytes: bytes, deck: deck)
        var seconds: [[Double]] = [[], [], [], []]
        for turn in 0..<max(3, repetitions / 5) {
            let path = "\(folder)/import-\(turn).omena"
            let library = try Library.open(at: path) { now }
            let clock = clockMilliseconds
            var start = milliseconds
            _ = try library.importFile(order, by: nil, opener: .here)
            seconds[0].append(milliseconds - start)
            seconds[2].append(clockMilliseconds - clock)
            start = milliseconds
            _ = try library.exportCatalog(of: deck)
            seconds[1].append(milliseconds - start)
            start = milliseconds
            while try library.indexNextPart() {}
            seconds[3].append(milliseconds - start)
            try library.close()
        }
        for (what, times) in zip(
            ["import", "export", "by clock", "catch up"],
            seconds.map { $0.sorted() }
        ) {
            let figures = [times[times.count / 2], times[0]].map { "  \(Int($0.rounded()))" }
            print(padded("a catalog of 10,000 x 10", 40) + padded(what, 10) + figures.joined())
        }
    }

    /// How many times longer the work takes for notes in many languages than for notes in two.
    private static func compare(_ many: [String: Double]?, with few: [String: Double]?) {
        guard let many, let few else { return }
        for (what, least) in many.sorted(by: { $0.key < $1.key }) {
            guard let other = few[what], other > 0 else { continue }
            let ratio = "\((least / other * 100).rounded() / 100)"
            print(padded("16 languages, times that of 2", 40) + padded(what, 10) + "  " + ratio)
        }
    }

    /// Prints the times of each operation; returns the minimum of each.
    private func run() throws -> [String: Double] {
        var leasts: [String: Double] = [:]
        func time(_ what: String, _ body: () throws -> Void) throws {
            leasts[what] = try self.time(what, body)
        }
        // Derived data is completed in parts.
        for _ in 0..<4 { _ = try library.home(timeZoneOffset: 0) }
        try time("home") { _ = try library.home(timeZoneOffset: 0) }
        for mode in Mode.allCases {
            try time(mode.name) {
                guard let deal = try library.deal(mode, Source(deck: "All")) else { return }
                _ = StudyPage(deal: deal).render()
            }
        }
        let deal = try library.deal(.review, Source(deck: "All"))
        let names = (deal?.cards ?? []).map(\.id)
        try time("the rest") { _ = try library.cards(names, for: .review) }
        try time("list") {
            let list = try library.notes(matching: "")
            _ = ListPage(
                list: list,
                query: "",
                after: nil,
                decks: try library.decks(),
                done: nil,
                settings: try library.settings()
            ).render()
        }
        let all = try library.decks().first { $0.name.text == "All" }
        guard let all else { return leasts }
        let settings = try library.settings()
        try time("picker") {
            guard let languages = try library.languages(of: all.id) else { return }
            let form = DeckForm(all, languages)
            _ = DeckPage(form: form, deck: all, others: [], back: nil, settings: settings).render()
        }
        return leasts
    }

    private func time(_ what: String, _ body: () throws -> Void) throws -> Double {
        try body()
        var times: [Double] = []
        for _ in 0..<repetitions {
            let start = Self.milliseconds
            try body()
            times.append(Self.milliseconds - start)
        }
        times.sort()
        let figures = [times[times.count / 2], times[0]].map { time in
            let text = "\((time * 100).rounded() / 100)"
            return String(repeating: " ", count: max(10 - text.count, 1)) + text
        }
        print(Self.padded(name, 40) + Self.padded(what, 10) + figures.joined())
        return times[0]
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 1))
    }

    /// The processor time of this thread.
    private static var milliseconds: Double { milliseconds(of: CLOCK_THREAD_CPUTIME_ID) }

    /// Wall time, because an import has two threads.
    private static var clockMilliseconds: Double { milliseconds(of: CLOCK_MONOTONIC) }

    private static func milliseconds(of clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }
}
