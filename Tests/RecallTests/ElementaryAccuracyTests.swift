#if arch(x86_64)
    import FoundationEssentials
    import Glibc
    import Testing

    @testable import Recall

    /// The errors of exp, log and pow in units in the last place.
    ///
    /// Correct rounding would give at most half a unit. The reference is the C library's 80-bit functions, which have eleven
    /// more bits than a Double.
    struct ElementaryAccuracyTests {
        /// The number of draws per sample; can be increased with `OMENA_SAMPLES`.
        static let count =
            ProcessInfo.processInfo.environment["OMENA_SAMPLES"].flatMap { Int($0) } ?? 250_000

        @Test(arguments: [
            Sample("arguments of schedules", within: 0.75) { ($0.uniform(-10, 10), 0) },
            Sample("the whole range", within: 0.8) { ($0.uniform(-746, 710), 0) },
            Sample("close to zero", within: 0.75) { ($0.logarithmic(1e-20, 1), 0) },
            Sample("close to zero, negative", within: 0.75) { (-$0.logarithmic(1e-20, 1), 0) },
        ])
        func exponentialIsAccurate(sample: Sample) {
            sample.check(ours: { x, _ in .exp(x) }, exact: { x, _ in Glibc.exp(x) })
        }

        @Test(arguments: [
            Sample("stabilities", within: 0.85) { ($0.logarithmic(0.001, 36500), 0) },
            Sample("around one", within: 0.9) { ($0.uniform(0.5, 2), 0) },
            Sample("close to one", within: 0.75) { (1 + $0.logarithmic(1e-16, 0.1), 0) },
            Sample("the whole range", within: 0.85) { ($0.positive(), 0) },
        ])
        func logarithmIsAccurate(sample: Sample) {
            sample.check(ours: { x, _ in .log(x) }, exact: { x, _ in Glibc.log(x) })
        }

        @Test(arguments: [
            Sample("stability's decay", within: 0.75) {
                ($0.logarithmic(0.001, 36500), $0.uniform(-0.8, -0.1))
            },
            Sample("stability's growth", within: 0.75) {
                ($0.logarithmic(0.001, 36500), $0.uniform(0, 5))
            },
            Sample("retention's inverse", within: 0.8) {
                ($0.uniform(0.01, 1), $0.uniform(-10, 10))
            },
            Sample("the whole range", within: 0.85) {
                let x = $0.positive()
                return (x, $0.uniform(-745, 709) / Glibc.log(x))
            },
            Sample("great powers of numbers close to one", within: 1) {
                let x = 1 + $0.logarithmic(1e-15, 0.4) * ($0.uniform(0, 1) < 0.5 ? 1 : -1)
                return (x, $0.uniform(-745, 709) / Glibc.log(x))
            },
        ])
        func powerIsAccurate(sample: Sample) {
            sample.check(ours: Double.pow, exact: { x, y in Glibc.pow(x, y) })
        }
    }

    /// A distribution of arguments, and the maximum error.
    struct Sample: CustomTestStringConvertible, Sendable {
        var testDescription: String
        private var bound: Double
        private var draw: @Sendable (inout SplitMix64) -> (Double, Double)

        init(
            _ name: String,
            within bound: Double,
            draw: @escaping @Sendable (inout SplitMix64) -> (Double, Double)
        ) {
            testDescription = name
            self.bound = bound
            self.draw = draw
        }

        func check(ours: (Double, Double) -> Double, exact: (Float80, Float80) -> Float80) {
            var random = SplitMix64(seed: 7)
            var worst = (error: 0.0, x: 0.0, y: 0.0)
            for _ in 0..<ElementaryAccuracyTests.count {
                let (x, y) = draw(&random)
                let error = distance(from: exact(Float80(x), Float80(y)), to: ours(x, y))
                if !(error <= worst.error) { worst = (error, x, y) }
            }
            #expect(worst.error <= bound, "\(worst.error) ulp at x = \(worst.x), y = \(worst.y)")
            #expect(
                worst.error > 0.5,
                "The error was not measured, because correct rounding has errors of up to half an ulp."
            )
        }

        private func distance(from exact: Float80, to ours: Double) -> Double {
            let rounded = Double(exact)
            guard rounded.isFinite, ours.isFinite else { return rounded == ours ? 0 : .infinity }
            let unit = Float80(
                sign: .plus,
                exponent: max(exact.exponent, -1022) - 52,
                significand: 1
            )
            return Double(abs(Float80(ours) - exact) / unit)
        }
    }
#endif
