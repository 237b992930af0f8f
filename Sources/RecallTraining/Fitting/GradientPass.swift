/// Processes the histories of four cards at once, review by review, and sums the loss and its derivatives.
///
/// One pass covers every prediction of a card, because the memory before its fifth review is the one after its first four.
/// The derivatives are propagated along with the memory (forward mode), so that no intermediate results are stored, and a
/// card depends on only 18 of the 21 parameters, because only one of the four first stabilities is its own.
///
/// Derivatives of the stability are those of log S: a review multiplies the stability, so it adds to them.
struct GradientPass: ~Copyable {
    /// The number of parameters that affect one card: its first stability, then w4 to w20.
    static let width = 18
    /// The number of entries on and above the diagonal.
    static let pairs = width * (width + 1) / 2

    /// The derivatives of log S.
    private let stabilityGradient = UnsafeMutablePointer<Lane>.zeros(width)
    /// The derivatives of −D by w4 to w7.
    private let easeGradient = UnsafeMutablePointer<Lane>.zeros(4)
    /// The derivatives of −log R.
    private let predictionGradient = UnsafeMutablePointer<Lane>.zeros(width)
    let gradient = UnsafeMutablePointer<Lane>.zeros(width)
    let curvature = UnsafeMutablePointer<Lane>.zeros(pairs)
    private(set) var loss = Lane(repeating: 0)

    deinit {
        for lanes in [stabilityGradient, easeGradient, predictionGradient, gradient, curvature] {
            lanes.deallocate()
        }
    }

    mutating func clear() {
        loss = Lane(repeating: 0)
        gradient.update(repeating: loss, count: Self.width)
        curvature.update(repeating: loss, count: Self.pairs)
    }

    /// Adds the predictions of a group of histories.
    @inline(__always)
    mutating func add(_ group: HistoryGroup, _ w: PassCoefficients, withCurvature: Bool) {
        let zero = Lane(repeating: 0)
        let one = Lane(repeating: 1)
        let ten = Lane(repeating: 10)

        let start = w.start(group.grade)
        var s = Lane(repeating: start.stability)
        var d = Lane(repeating: start.difficulty)
        stabilityGradient.update(repeating: zero, count: Self.width)
        stabilityGradient[0] = Lane(repeating: start.logStabilityDerivative)
        easeGradient[0] = Lane(repeating: -start.difficultyDerivatives.0)
        easeGradient[1] = Lane(repeating: -start.difficultyDerivatives.1)
        easeGradient[2] = zero
        easeGradient[3] = zero

        for step in 1..<group.count {
            let review = PackedReviews(group.reviews[step])
            let t = review.days
            let grade = review.grade
            let isSameDay = LaneMask(t .== zero)
            let isRemembered = LaneMask(grade .> one)

            // The prediction. One division yields four quotients.
            let ft = w.factor * t
            let sum = s + ft
            let inverse = one / (s * d * sum)
            let inverseS = inverse * d * sum
            let inverseD = inverse * s * sum
            let inverseQ = inverse * d * s * s
            let logQ = (sum * inverseS).logarithm
            let logR = w.minusDecay * logQ
            let r = logR.exponential
            let forgotten = one - r
            // The derivatives of −log R by log S and by w20; those of −R are R times these.
            let byS = w.minusDecay * ft * inverseS * inverseQ
            let byDecay = logQ + w.decayFactorDerivative * t * inverseS * inverseQ

            // The outcome.
            let least = Lane(repeating: 1e-7)
            let certain = LaneMask(forgotten .< least).choose(least, forgotten)
            let odds = r / certain
            let weight = (!isSameDay).choose(review.recencyWeight)
            loss -= weight * isRemembered.choose(logR, certain.logarithm)
            let lossByPrediction = weight * isRemembered.choose(one, zero - odds)
            if withCurvature { addCurvature(weight * odds, byS, byDecay) }

            // The update of the stability.
            let isLapse = !(isRemembered | isSameDay)
            let isSuccess = isRemembered & !isSameDay
            let isHard = LaneMask(grade .== Lane(repeating: 2))
            let isEasy = LaneMask(grade .== Lane(repeating: 4))
            let aboveGood = grade - Lane(repeating: 3)

            let sPlusOne = s + one
            let log = isLapse.choose(sPlusOne, s).logarithm
            let minusLogD = zero - d.logarithm
            let shiftedGrade = aboveGood + w.w18
            let power =
                (isSuccess.choose(w.minus9, or: isLapse, w.w13, or: isSameDay, w.minus19) * log
                + isSameDay.choose(w.w17 * shiftedGrade)).exponential
            let forgettingPower =
                (isLapse.choose(w.w14, w.w10) * forgotten
                + isLapse.choose(w.w12 * minusLogD)).exponential

            // Success: S′ = S·(1 + increase).
            let bonus = one + isHard.choose(w.bonusOfHard, or: isEasy, w.bonusOfEasy)
            let scale = w.growth * power
            let headroom = Lane(repeating: 11) - d
            let baseIncrease = scale * (forgettingPower - one)
            let increase = baseIncrease * headroom * bonus
            let grown = one + increase
            // Lapse: S′ = w11·D^−w12·((S+1)^w13 − 1)·e^(w14·(1−R)), capped.
            let powerMinusOne = power - one
            let lapsed = w.w11 * forgettingPower * powerMinusOne
            let isCapped = isLapse & LaneMask(s * w.lapseCap .< lapsed)
            let isUncapped = isLapse & !isCapped
            // Same day: S′ = S·e^(w17·(G−3+w18))·S^−w19, which hard, good and easy never reduce.
            let isFloored = isRemembered & isSameDay & LaneMask(power .< one)
            let isUnfloored = isSameDay & !isFloored

            let multiplier = isSuccess.choose(
                grown,
                or: isUnfloored,
                power,
                or: isCapped,
                w.lapseCap
            )
            let raw = (multiplier + isFloored.choose(one)) * s + isUncapped.choose(lapsed)
            let minimum = Lane(repeating: 0.001)
            let maximum = Lane(repeating: 36500)
            let raised = LaneMask(raw .< minimum).choose(minimum, raw)
            let limited = LaneMask(raised .> maximum).choose(maximum, raised)
            let isFree = LaneMask(limited .== raw)

            // The derivatives of log S′ by log S, −D and the parameters themselves.
            let success = isSuccess & isFree
            let lapse = isUncapped & isFree
            let cap = isCapped & isFree
            let sameDay = isUnfloored & isFree
            let quotient = one / isSuccess.choose(grown, powerMinusOne * sPlusOne)
            let power13 = power * sPlusOne * quotient
            let relativeIncrease = success.choose(quotient * increase)
            let relativeBase = quotient * baseIncrease
            let increaseByExponent = quotient * bonus * scale * headroom * forgettingPower
            let forgetting = success.choose(increaseByExponent * w.w10, or: lapse, w.w14)

            let byOldS =
                success.choose(
                    one + w.minus9 * relativeIncrease,
                    or: lapse,
                    power * w.w13 * s * quotient,
                    or: sameDay,
                    w.oneMinus19
                ) + (cap | (isFloored & isFree)).choose(one) + forgetting * r * byS
            let byOldEase = success.choose(relativeBase * bonus, or: lapse, w.w12 * inverseD)

            let lossByS = lossByPrediction * byS
            propagate(0, byOldS, lossByS, zero)
            for k in 0..<4 { propagate(k + 1, byOldS, lossByS, byOldEase * easeGradient[k]) }
            propagate(5, byOldS, lossByS, relativeIncrease)
            propagate(6, byOldS, lossByS, zero - log * relativeIncrease)
            propagate(7, byOldS, lossByS, success.choose(increaseByExponent * forgotten))
            propagate(8, byOldS, lossByS, lapse.choose(w.inverse11))
            propagate(9, byOldS, lossByS, lapse.choose(minusLogD))
            propagate(10, byOldS, lossByS, lapse.choose(power13 * log))
            propagate(11, byOldS, lossByS, lapse.choose(forgotten))
            propagate(12, byOldS, lossByS, (success & isHard).choose(relativeBase * headroom))
            propagate(13, byOldS, lossByS, (success & isEasy).choose(relativeBase * headroom))
            propagate(14, byOldS, lossByS, sameDay.choose(shiftedGrade, or: cap, w.minus18))
            propagate(15, byOldS, lossByS, sameDay.choose(w.w17, or: cap, w.minus17))
            propagate(16, byOldS, lossByS, sameDay.choose(zero - log))
            propagate(17, byOldS, lossByS, forgetting * r * byDecay)
            gradient[17] += lossByPrediction * byDecay
            s = limited

            // The update of the difficulty.
            let change = w.difficultyStep * aboveGood
            let distance = ten - d
            let moved = d - change * distance
            let unlimited = w.reversion + w.oneMinus7 * moved
            let atLeast = LaneMask(unlimited .< one).choose(one, unlimited)
            d = LaneMask(atLeast .> ten).choose(ten, atLeast)
            let isBetween = LaneMask(d .== unlimited)
            let byOldD = isBetween.choose(w.oneMinus7 + w.oneMinus7 * change)
            easeGradient[0] = byOldD * easeGradient[0] + isBetween.choose(w.minus7)
            easeGradient[1] = byOldD * easeGradient[1] + isBetween.choose(w.reversionBy5)
            easeGradient[2] =
                byOldD * easeGradient[2] + isBetween.choose(w.oneMinus7Ninth * aboveGood * distance)
            easeGradient[3] = byOldD * easeGradient[3] + isBetween.choose(moved - w.easyDifficulty)
        }
    }

    /// Adds the contribution of one derivative to the gradient, then propagates it over the review.
    @inline(__always)
    private func propagate(_ k: Int, _ byOldS: Lane, _ loss: Lane, _ direct: Lane) {
        let derivative = stabilityGradient[k]
        gradient[k] += loss * derivative
        stabilityGradient[k] = byOldS * derivative + direct
    }

    /// Adds the products of the prediction's derivatives (Fisher's information), before they are propagated.
    @inline(__always)
    private func addCurvature(_ information: Lane, _ byS: Lane, _ byDecay: Lane) {
        for k in 0..<Self.width { predictionGradient[k] = byS * stabilityGradient[k] }
        predictionGradient[Self.width - 1] += byDecay
        var index = 0
        for i in 0..<Self.width {
            let weighted = information * predictionGradient[i]
            for j in i..<Self.width {
                curvature[index] += weighted * predictionGradient[j]
                index += 1
            }
        }
    }
}

extension UnsafeMutablePointer<Lane> {
    fileprivate static func zeros(_ count: Int) -> Self {
        let lanes = Self.allocate(capacity: count)
        lanes.initialize(repeating: Lane(repeating: 0), count: count)
        return lanes
    }
}
