import Glibc
import Recall

/// Makes logs and times the engine's rooms on them, for `Benchmarks/fsrs/run.sh`.
@main
enum EngineBenchmark {
    static func main() throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch (words.first, words.dropFirst().first.flatMap { Int($0) }) {
        case ("generate", let count?): try generate(count)
        default: print("Usage: EngineBenchmark generate REVIEWS > FILE.csv")
        }
    }

    /// Prints a log as the ecosystem writes them.
    private static func generate(_ count: Int) throws {
        var learner = try Learner(seed: 42)
        print("card_id,review_time,review_rating,review_state,review_duration")
        for row in learner.log(of: count) {
            print("\(row.card),\(row.moment),\(row.grade),\(row.state),\(row.duration)")
        }
    }
}
