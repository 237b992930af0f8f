internal import Recall

/// The parameters as the walk needs them: in single precision, once a lane, with what follows from them alone.
struct Coefficients {
    let first: (Float, Float, Float, Float)
    let w4: Double
    let w5: Double
    let w6: Lane
    let w7: Lane
    let growth: Lane  // e^w8
    let w9: Lane
    let w10: Lane
    let w11: Lane
    let w12: Lane
    let w13: Lane
    let w14: Lane
    let w15: Lane
    let w16: Lane
    let w17: Lane
    let w18: Lane
    let w19: Lane
    let decay: Lane  // w20, without its sign
    let factor: Lane
    let factorSlope: Lane  // of the factor by w20
    let easyDifficulty: Lane  // D₀(easy), not limited
    let easyDifficultySlope: Lane  // of that by w5
    let capLog: Lane  // w17·w18
    let cap: Lane  // e^(−w17·w18)
    let inverse11: Lane

    init(_ w: [Double]) {
        func lane(_ value: Double) -> Lane { Lane(repeating: Float(value)) }
        first = (Float(w[0]), Float(w[1]), Float(w[2]), Float(w[3]))
        w4 = w[4]
        w5 = w[5]
        w6 = lane(w[6])
        w7 = lane(w[7])
        growth = lane(Double.exp(w[8]))
        w9 = lane(w[9])
        w10 = lane(w[10])
        w11 = lane(w[11])
        w12 = lane(w[12])
        w13 = lane(w[13])
        w14 = lane(w[14])
        w15 = lane(w[15])
        w16 = lane(w[16])
        w17 = lane(w[17])
        w18 = lane(w[18])
        w19 = lane(w[19])
        decay = lane(w[20])
        let logOfTarget = -0.105_360_515_657_826_3  // log 0.9
        let base = Double.exp(-logOfTarget / w[20])
        factor = lane(base - 1)
        factorSlope = lane(base * logOfTarget / (w[20] * w[20]))
        let easy = Double.exp(3 * w[5])
        easyDifficulty = lane(w[4] - easy + 1)
        easyDifficultySlope = lane(-3 * easy)
        capLog = lane(w[17] * w[18])
        cap = lane(Double.exp(-w[17] * w[18]))
        inverse11 = lane(1 / w[11])
    }

    /// What the first review leaves.
    func start(_ grade: Int) -> Start {
        let stability = [first.0, first.1, first.2, first.3][grade]
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
