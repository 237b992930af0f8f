import Glibc
import Languages
import Library
import Notes
import Pages
import Recall
import SQLite
import Storage

/// Times what a learner waits for when a session is opened, for `Benchmarks/deal/run.sh`.
@main
struct DealBenchmark {
    private static let now = Moment(milliseconds: 1_768_392_000_000)

    let name: String
    let library: Library
    let repetitions: Int

    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 3, let repetitions = Int(words[2]) else {
            print("Usage: DealBenchmark FOLDER REPETITIONS")
            exit(64)
        }
        print("library                                 what          median     least")
        for shelf in [
            Shelf("10 cards, 10 due", cards: 10, due: 10),
            Shelf("10,000 cards, 10,000 due", cards: 10_000, due: 10_000),
            Shelf("100,000 cards, 10,000 due", cards: 100_000, due: 10_000),
            Shelf("100,000 cards, 1,000 decks", cards: 100_000, due: 10_000, decks: 1_000),
            Shelf("50,000 notes in 16 languages", cards: 50_000, due: 2_000, languages: 16),
        ] {
            let path = "\(words[1])/\(shelf.name.filter(\.isNumber)).omena"
            try Library.open(at: path) { now }.close()
            let database = try Database(path: path, now: now)
            try database.write { try shelf.fill($0, now: now) }
            try database.close()
            let library = try Library.open(at: path) { now }
            try DealBenchmark(name: shelf.name, library: library, repetitions: repetitions).run()
            try library.close()
        }
    }

    private func run() throws {
        // What was made anew is settled a part at a time.
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
    }

    private func time(_ what: String, _ body: () throws -> Void) throws {
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
        print(padded(name, 40) + padded(what, 10) + figures.joined())
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 1))
    }

    /// How long the processor has worked for this thread.
    private static var milliseconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }
}
