#if arch(x86_64)
    import FoundationEssentials
    import Glibc
    import Testing

    @testable import Recall

    /// How far exp, log and pow are from the exact value, in units in the last place.
    ///
    /// Half a unit would be perfect rounding. The reference is the C library's functions of 80-bit numbers, which have
    /// eleven bits more than a Double.
    struct ElementaryAccuracyTests {
        /// Calls a sample; `OMENA_SAMPLES` asks for more.
        static let count =
            ProcessInfo.processInfo.environment["OMENA_SAMPLES"].flatMap { Int($0) } ?? 250_000

        @Test(arguments: [
            Sample("what schedules ask", within: 0.75) { ($0.uniform(-10, 10), 0) },
            Sample("all there is", within: 0.8) { ($0.uniform(-746, 710), 0) },
            Sample("close to zero", within: 0.75) { ($0.logarithmic(1e-20, 1), 0) },
            Sample("close to zero, below", within: 0.75) { (-$0.logarithmic(1e-20, 1), 0) },
        ])
        func exponentialIsClose(sample: Sample) {
            sample.hold(ours: { x, _ in .exp(x) }, exact: { x, _ in Glibc.exp(x) })
        }

        @Test(arguments: [
            Sample("stabilities", within: 0.85) { ($0.logarithmic(0.001, 36500), 0) },
            Sample("around one", within: 0.9) { ($0.uniform(0.5, 2), 0) },
            Sample("close to one", within: 0.75) { (1 + $0.logarithmic(1e-16, 0.1), 0) },
            Sample("all there is", within: 0.85) { ($0.positive(), 0) },
        ])
        func logarithmIsClose(sample: Sample) {
            sample.hold(ours: { x, _ in .log(x) }, exact: { x, _ in Glibc.log(x) })
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
            Sample("all there is", within: 0.85) {
                let x = $0.positive()
                return (x, $0.uniform(-745, 709) / Glibc.log(x))
            },
            Sample("great powers of what is close to one", within: 1) {
                let x = 1 + $0.logarithmic(1e-15, 0.4) * ($0.uniform(0, 1) < 0.5 ? 1 : -1)
                return (x, $0.uniform(-745, 709) / Glibc.log(x))
            },
        ])
        func powerIsClose(sample: Sample) {
            sample.hold(ours: Double.pow, exact: { x, y in Glibc.pow(x, y) })
        }
    }

    /// Where to ask, and how close the answers must come.
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

        func hold(ours: (Double, Double) -> Double, exact: (Float80, Float80) -> Float80) {
            var chance = SplitMix64(seed: 7)
            var worst = (error: 0.0, x: 0.0, y: 0.0)
            for _ in 0..<ElementaryAccuracyTests.count {
                let (x, y) = draw(&chance)
                let error = distance(from: exact(Float80(x), Float80(y)), to: ours(x, y))
                if !(error <= worst.error) { worst = (error, x, y) }
            }
            #expect(worst.error <= bound, "\(worst.error) ulp at x = \(worst.x), y = \(worst.y)")
            #expect(
                worst.error > 0.5,
                "Nothing was measured: no rounding is better than half an ulp."
            )
        }

        private func distance(from exact: Float80, to ours: Double) -> Double {
            let rounded = Double(exact)
            guard rounded.isFinite, ours.isFinite else { return rounded == ours ? 0 : .infinity }
            let place = Float80(
                sign: .plus,
                exponent: max(exact.exponent, -1022) - 52,
                significand: 1
            )
            return Double(abs(Float80(ours) - exact) / place)
        }
    }
#endif
