internal import Recall

/// The parameters in single precision, repeated in each lane, with the terms that depend only on them.
struct PassCoefficients {
    private let first: [Float]
    private let w4: Double
    private let w5: Double
    let growth: Lane  // e^w8
    let w10: Lane
    let w11: Lane
    let w12: Lane
    let w13: Lane
    let w14: Lane
    let w17: Lane
    let w18: Lane
    let minus7: Lane
    let minus9: Lane
    let minus17: Lane
    let minus18: Lane
    let minus19: Lane
    let oneMinus7: Lane  // 1 − w7
    let oneMinus19: Lane  // 1 − w19
    let inverse11: Lane
    let bonusOfHard: Lane  // w15 − 1
    let bonusOfEasy: Lane  // w16 − 1
    let lapseCap: Lane  // e^(−w17·w18)
    let difficultyStep: Lane  // w6 / 9
    let oneMinus7Ninth: Lane  // (1 − w7) / 9
    let easyDifficulty: Lane  // D₀(easy), unlimited
    let reversion: Lane  // w7·D₀(easy)
    let reversionBy5: Lane  // the derivative of −w7·D₀(easy) by w5
    let minusDecay: Lane  // −w20
    let factor: Lane
    let decayFactorDerivative: Lane  // w20 times the derivative of the factor by w20

    init(_ w: [Double]) {
        func lane(_ value: Double) -> Lane { Lane(repeating: Float(value)) }
        first = w[..<4].map { Float($0) }
        w4 = w[4]
        w5 = w[5]
        growth = lane(.exp(w[8]))
        w10 = lane(w[10])
        w11 = lane(w[11])
        w12 = lane(w[12])
        w13 = lane(w[13])
        w14 = lane(w[14])
        w17 = lane(w[17])
        w18 = lane(w[18])
        minus7 = lane(-w[7])
        minus9 = lane(-w[9])
        minus17 = lane(-w[17])
        minus18 = lane(-w[18])
        minus19 = lane(-w[19])
        oneMinus7 = lane(1 - w[7])
        oneMinus19 = lane(1 - w[19])
        inverse11 = lane(1 / w[11])
        bonusOfHard = lane(w[15] - 1)
        bonusOfEasy = lane(w[16] - 1)
        lapseCap = lane(.exp(-w[17] * w[18]))
        difficultyStep = lane(w[6] / 9)
        oneMinus7Ninth = lane((1 - w[7]) / 9)
        let easy = Double.exp(3 * w[5])
        easyDifficulty = lane(w[4] - easy + 1)
        reversion = lane(w[7] * (w[4] - easy + 1))
        reversionBy5 = lane(w[7] * 3 * easy)
        let logOfTarget = -0.105_360_515_657_826_3  // log 0.9
        let base = Double.exp(-logOfTarget / w[20])
        minusDecay = lane(-w[20])
        factor = lane(base - 1)
        decayFactorDerivative = lane(base * logOfTarget / w[20])
    }

    /// The memory after the first review.
    func start(_ grade: Int) -> Start {
        let stability = first[grade]
        let power = Double.exp(w5 * Double(grade))
        let difficulty = w4 - power + 1
        let isFree = (1...10).contains(difficulty)
        return Start(
            stability: stability,
            logStabilityDerivative: 1 / stability,
            difficulty: Float(min(max(difficulty, 1), 10)),
            difficultyDerivatives: isFree ? (1, Float(-Double(grade) * power)) : (0, 0)
        )
    }

    /// A memory after one review, with the derivatives of log S by the first stability and of D by w4 and w5.
    struct Start {
        let stability: Float
        let logStabilityDerivative: Float
        let difficulty: Float
        let difficultyDerivatives: (Float, Float)
    }
}
