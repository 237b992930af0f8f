import Recall
import RecallTraining
import Threads

extension Parameters {
    /// The value of `--parameters`, or the default parameters.
    init(option text: String?) throws(Failure) {
        guard let text else {
            self = .default
            return
        }
        do throws(ParametersTextError) {
            try self.init(text: text)
        } catch {
            throw .usage("--parameters: \(error)")
        }
    }
}

extension ParallelFor {
    /// The value of `--cores`, or the number of cores.
    static func size(option text: String?) throws(Failure) -> Int {
        guard let text else { return cores }
        guard let count = Int(text), 1...256 ~= count else {
            throw .usage("--cores must be a number from 1 to 256, not '\(text)'")
        }
        return count
    }
}

extension ParallelRunner {
    init(_ loop: ParallelFor) {
        self.init { count, body in loop.run(count, body) }
    }
}

extension Double {
    /// In decimals, with so many digits after the point.
    func rounded(to digits: Int) -> String {
        guard isFinite, magnitude < 1e12 else { return "–" }
        let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
        let whole = Int((magnitude * Double(scale)).rounded())
        let fraction = String(whole % scale)
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(self < 0 && whole > 0 ? "-" : "")\(whole / scale).\(zeros)\(fraction)"
    }
}
