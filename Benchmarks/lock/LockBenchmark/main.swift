import Glibc
import Library
import Notes
import Recall
import Storage
import Vault

// LockBenchmark FOLDER NOTES    does the same with a sealed library and one that lies open, and prints what it took

guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) else {
    let usage = Array("usage: LockBenchmark FOLDER NOTES\n".utf8)
    _ = usage.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
}
let folder = CommandLine.arguments[1]
let now = Moment(milliseconds: 1_800_000_000_000)
let both = try [
    Bench(path: "\(folder)/open.omena", key: nil, notes: count),
    Bench(path: "\(folder)/sealed.omena", key: VaultKey(), notes: count),
]
print("\(count) notes                      open   sealed    ratio")
report("write the notes (ms)", both.map(\.writing))
for (name, work) in Bench.works {
    var times: [[Double]] = [[], []]
    // Turn by turn, so that whatever else the machine does falls on both.
    for turn in 0..<(name == "answer" ? 400 : 60) {
        for side in [turn % 2, 1 - turn % 2] {
            let start = milliseconds()
            try work(both[side], turn)
            times[side].append(milliseconds() - start)
        }
    }
    report("\(name) (ms)", times.map { $0.sorted()[$0.count / 2] })
}
for bench in both { try bench.library.close() }

/// Milliseconds of a monotonic clock.
func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

func report(_ name: String, _ times: [Double]) {
    func column(_ number: Double) -> String {
        let text = "\((number * 1000).rounded() / 1000)"
        return String(repeating: " ", count: max(1, 9 - text.count)) + text
    }
    let padding = String(repeating: " ", count: max(1, 24 - name.count))
    print(name + padding + times.map(column).joined() + column(times[1] / times[0]))
}
