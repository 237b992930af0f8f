import Glibc
import Testing

@testable import Recall

struct ElementaryTests {
    static let numbers: [Double] = [
        0, 0.5, 1, 1.5, 2, 3, 0.1, 0.9, 36500, 0.001, 709.7, 710, 745.1, 746, 1023, 1024, 1074,
        1075,
        0x1p52, 0x1.8p52, 0x1p52 + 1, 0x1p53 - 1, 0x1p53, 0x1p64, 1e300, 1e-300,
        1 - 0x1p-53, 1 + 0x1p-52, .leastNonzeroMagnitude, .leastNormalMagnitude,
        .leastNormalMagnitude - .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, .nan,
    ]
    static let signed = numbers + numbers.map { -$0 }

    @Test(arguments: signed)
    func agreesWithTheCLibraryOnSpecialValues(x: Double) {
        #expect(isSame(.exp(x), Glibc.exp(x)))
        #expect(isSame(.log(x), Glibc.log(x)))
        for y in Self.signed {
            #expect(isSame(.pow(x, y), Glibc.pow(x, y)), "to the power of \(y)")
        }
    }

    @Test func agreesWithTheCLibraryOnRandomBitPatterns() {
        var random = SplitMix64(seed: 17)
        for _ in 0..<20_000 {
            let x = Double(bitPattern: random.next())
            let y = Double(bitPattern: random.next())

            guard
                isSame(.exp(x), Glibc.exp(x)), isSame(.log(x), Glibc.log(x)),
                isSame(.pow(x, y), Glibc.pow(x, y))
            else {
                Issue.record("\(x.debugDescription) to the power of \(y.debugDescription)")
                return
            }
        }
    }

    /// The lanes of a register run the same source and have to give the same bits.
    @Test func givesLanesTheSameBitsAsNumbers() {
        var random = SplitMix64(seed: 19)
        for _ in 0..<2500 {
            let x = SIMD8<Double>((0..<8).map { _ in draw(&random) })
            let y = SIMD8<Double>((0..<8).map { _ in draw(&random) })

            let lanes = [exponential(x), logarithm(x), power(x, y)]

            for lane in 0..<8 {
                let numbers = [Double.exp(x[lane]), .log(x[lane]), .pow(x[lane], y[lane])]
                guard zip(lanes, numbers).allSatisfy({ hasSameBits($0[lane], $1) }) else {
                    Issue.record("\(x[lane]) to the power of \(y[lane])")
                    return
                }
            }
        }
    }

    /// A special value or any bit pattern in one of four draws, otherwise an argument that is usual for schedules.
    private func draw(_ random: inout SplitMix64) -> Double {
        switch random.next(below: 8) {
        case 0: Self.signed[Int(random.next(below: UInt32(Self.signed.count)))]
        case 1: Double(bitPattern: random.next())
        default: random.uniform(-10, 10)
        }
    }

    private func hasSameBits(_ a: Double, _ b: Double) -> Bool {
        a.bitPattern == b.bitPattern || a.isNaN && b.isNaN
    }

    /// Equal including the sign of zero, or neighbours if the value has to be rounded.
    private func isSame(_ ours: Double, _ libc: Double) -> Bool {
        hasSameBits(ours, libc) || ours.nextUp == libc || ours.nextDown == libc
    }
}
