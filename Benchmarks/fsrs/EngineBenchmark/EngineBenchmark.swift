import Glibc
import Recall
import RecallTraining
import Threads

/// Generates review logs and measures the engine on them, for `Benchmarks/fsrs/run.sh`.
@main
enum EngineBenchmark {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "generate":
            let numbers = arguments.dropFirst().compactMap { Int($0) }
            try generate(
                numbers.first ?? 10_000,
                seed: numbers.count > 1 ? numbers[1] : 42,
                learner: numbers.count > 2 ? numbers[2] : 0
            )
        case "time": try time(Array(arguments.dropFirst()))
        case "memory": try memory(Array(arguments.dropFirst()))
        default:
            print("Usage: EngineBenchmark generate REVIEWS [SEED [LEARNER]] > FILE.csv")
            print("       EngineBenchmark time FILE.csv CORES REPETITIONS")
            print("       EngineBenchmark memory SMALL.csv FILE.csv CORES")
        }
    }

    /// Prints a log in the CSV format of the FSRS tools.
    private static func generate(_ count: Int, seed: Int, learner: Int) throws {
        var learner = try Learner(seed: UInt64(seed), learner: UInt64(learner))
        print("card_id,review_time,review_rating,review_state,review_duration")
        for row in learner.log(of: count) {
            print("\(row.card),\(row.moment),\(row.grade),\(row.state),\(row.duration)")
        }
    }

    /// Prints the seconds of each step as JSON; each repetition runs all steps in turn.
    private static func time(_ arguments: [String]) throws {
        let runner = ParallelRunner(ParallelFor(size: Int(arguments[1]) ?? 1))
        let repetitions = Int(arguments[2]) ?? 1
        let start = Instant.now
        let log = try read(arguments[0])
        let reading = (Instant.now - start).inSeconds
        let histories = log.histories()
        let model = MemoryModel()
        let point = Parameters.default.values

        var steps: [(name: String, seconds: [Double])] = [("reading", [reading])]
        func measure<Value>(_ name: String, _ body: () -> Value) -> Value {
            let start = Instant.now
            let value = body()
            let seconds = (Instant.now - start).inSeconds
            if let index = steps.firstIndex(where: { $0.name == name }) {
                steps[index].seconds.append(seconds)
            } else {
                steps.append((name, [seconds]))
            }
            return value
        }
        for _ in 0..<repetitions {
            _ = measure("memories") { model.memories(of: histories, on: runner) }
            _ = measure("fit") { Training(log, on: runner).fitted() }
            let training = measure("packing") { Training(log, on: runner) }
            _ = measure("gradient") { training.loss(at: point, withCurvature: false) }
            _ = measure("gradient with curvature") { training.loss(at: point, withCurvature: true) }
            _ = measure("evaluation") { training.evaluation(of: .default) }
        }
        let fields = steps.map { #""\#($0.name)": \#($0.seconds)"# }
        print("{\(fields.joined(separator: ", "))}")
    }

    /// Prints the peak memory of a fit, alone and with its log.
    ///
    /// A fit to a small log comes first, so that the memory of the code, including that of the measurement, is not counted.
    private static func memory(_ arguments: [String]) throws {
        let runner = ParallelRunner(ParallelFor(size: Int(arguments[2]) ?? 1))
        _ = try memoryOfFit(to: arguments[0], on: runner)
        let (fit, withLog) = try memoryOfFit(to: arguments[1], on: runner)
        print(#"{"fit": \#(fit), "with_log": \#(withLog)}"#)
    }

    private static func memoryOfFit(
        to path: String,
        on runner: ParallelRunner
    ) throws -> (alone: Double, withLog: Double) {
        let idle = ResidentMemory.now
        let log = try read(path)
        ResidentMemory.resetPeak()
        let before = ResidentMemory.now
        _ = Training(log, on: runner).fitted()
        let peak = ResidentMemory.peak
        return withExtendedLifetime(log) { (peak - before, peak - idle) }
    }

    private static func read(_ path: String) throws -> ReviewLog {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
        defer { buffer.deallocate() }
        // Days begin at four o'clock UTC.
        var status = stat()
        fstat(descriptor, &status)
        var reader = ReviewLogReader(expecting: Int(status.st_size)) {
            Int32(($0 - 4 * 3_600_000) / 86_400_000)
        }
        while case let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count), count > 0 {
            try reader.read(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        return try reader.finish()
    }
}

extension ParallelRunner {
    fileprivate init(_ loop: ParallelFor) {
        self.init { count, body in loop.run(count, body) }
    }
}
