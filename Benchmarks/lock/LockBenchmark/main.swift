import Glibc
import Library
import Notes
import Vault

// LockBenchmark FOLDER NOTES    does the same work on a sealed library and a plain one, and prints the times

guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) else {
    let usage = Array("usage: LockBenchmark FOLDER NOTES\n".utf8)
    _ = usage.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(2)
}
let folder = CommandLine.arguments[1]
let isBusy = getenv("OMENA_CLOCK").map { String(cString: $0) } == "processor"
let now = Moment(milliseconds: 1_800_000_000_000)
let table = Array(Bench.table(of: count).utf8)
var both: [Bench] = []
var imports: [[Double]] = [[], []]
for turn in 0..<3 {
    for bench in both { try bench.library.close() }
    both = try [nil, VaultKey()].enumerated().map { side, key in
        try Bench(path: "\(folder)/\(turn)-\(side).omena", key: key, importing: table)
    }
    for side in 0...1 { imports[side].append(both[side].importing) }
}
print("\(count) notes                      open   sealed    ratio")
report("import (ms)", imports.map { $0.sorted()[1] })
for (name, work) in Bench.works {
    var times: [[Double]] = [[], []]
    // In turn, so that other load slows both.
    for turn in 0..<(name == "answer" ? 400 : 60) {
        for side in [turn % 2, 1 - turn % 2] {
            let start = milliseconds()
            try work(both[side], turn)
            times[side].append(milliseconds() - start)
        }
    }
    report("\(name) (ms)", times.map { $0.sorted()[isBusy ? 0 : $0.count / 2] })
}
for bench in both { try bench.library.close() }

/// Milliseconds of a monotonic clock; with `OMENA_CLOCK=processor` of this process's processor time.
func milliseconds() -> Double {
    var time = timespec()
    clock_gettime(isBusy ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time)
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
