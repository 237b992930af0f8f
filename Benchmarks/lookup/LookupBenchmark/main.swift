import Foundation
import Lookup

// Reads words, one per line, and prints the time of defining each in nanoseconds, one per line.
guard let wordNet = WordNet() else {
    FileHandle.standardError.write(Data("LookupBenchmark: install wordnet-base\n".utf8))
    exit(1)
}
let clock = ContinuousClock()
while let word = readLine() {
    let time = clock.measure { _ = wordNet.definition(of: word) }
    print(Int(time / .nanoseconds(1)))
}
