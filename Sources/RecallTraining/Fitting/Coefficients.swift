internal import Recall

/// The parameters as the walk needs them: in single precision, once a lane, with what follows from them alone.
struct Coefficients {
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
    let staying7: Lane  // 1 − w7
    let staying19: Lane  // 1 − w19
    let inverse11: Lane
    let bonusOfHard: Lane  // w15 − 1
    let bonusOfEasy: Lane  // w16 − 1
    let cap: Lane  // e^(−w17·w18)
    let push: Lane  // w6 / 9
    let stayingNinth: Lane  // (1 − w7) / 9
    let easyDifficulty: Lane  // D₀(easy), not limited
    let reversion: Lane  // w7·D₀(easy)
    let reversionEase: Lane  // the slope of −w7·D₀(easy) by w5
    let minusDecay: Lane  // −w20
    let factor: Lane
    let decayFactorSlope: Lane  // w20 times the slope of the factor by it

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
        staying7 = lane(1 - w[7])
        staying19 = lane(1 - w[19])
        inverse11 = lane(1 / w[11])
        bonusOfHard = lane(w[15] - 1)
        bonusOfEasy = lane(w[16] - 1)
        cap = lane(.exp(-w[17] * w[18]))
        push = lane(w[6] / 9)
        stayingNinth = lane((1 - w[7]) / 9)
        let easy = Double.exp(3 * w[5])
        easyDifficulty = lane(w[4] - easy + 1)
        reversion = lane(w[7] * (w[4] - easy + 1))
        reversionEase = lane(w[7] * 3 * easy)
        let logOfTarget = -0.105_360_515_657_826_3  // log 0.9
        let base = Double.exp(-logOfTarget / w[20])
        minusDecay = lane(-w[20])
        factor = lane(base - 1)
        decayFactorSlope = lane(base * logOfTarget / w[20])
    }

    /// What the first review leaves.
    func start(_ grade: Int) -> Start {
        let stability = first[grade]
        let power = Double.exp(w5 * Double(grade))
        let difficulty = w4 - power + 1
        let isFree = (1...10).contains(difficulty)
        return Start(
            stability: stability,
            slope: 1 / stability,
            difficulty: Float(min(max(difficulty, 1), 10)),
            difficultySlopes: isFree ? (1, Float(-Double(grade) * power)) : (0, 0)
        )
    }

    /// A memory after one review, and its slopes: of log S by the first stability, of D by w4 and w5.
    struct Start {
        let stability: Float
        let slope: Float
        let difficulty: Float
        let difficultySlopes: (Float, Float)
    }
}
