/// Goes through the histories of four cards at once, review by review, and takes from each what it says about the
/// parameters.
///
/// One walk gives every prediction of a card: the memory before its fifth review is what its first four left. The
/// slopes travel along with the memory (forward mode), so that nothing is kept of the way, and of 21 parameters a card
/// meets 18 at most, since only one of the four first stabilities is its own.
///
/// Slopes are those of log S: a review multiplies the stability, so it adds to them.
struct Walk: ~Copyable {
    /// How many parameters one card can meet: its first stability, then w4 to w20.
    static let width = 18
    /// The entries on and above the diagonal.
    static let pairs = width * (width + 1) / 2

    private let slopes = UnsafeMutablePointer<Lane>.zeros(width)
    /// Slopes of −D, by w4 to w7.
    private let easing = UnsafeMutablePointer<Lane>.zeros(4)
    private let row = UnsafeMutablePointer<Lane>.zeros(width)
    let gradient = UnsafeMutablePointer<Lane>.zeros(width)
    let curvature = UnsafeMutablePointer<Lane>.zeros(pairs)
    private(set) var loss = Lane(repeating: 0)
    private let recency: Recency

    init(recency: Recency) { self.recency = recency }

    deinit {
        for lanes in [slopes, easing, row, gradient, curvature] { lanes.deallocate() }
    }

    /// Starts the sums anew.
    mutating func clear() {
        loss = Lane(repeating: 0)
        gradient.update(repeating: loss, count: Self.width)
        curvature.update(repeating: loss, count: Self.pairs)
    }

    /// Adds the predictions of one group of histories, whose cards were all given the same grade first.
    @inline(__always)
    mutating func add(_ group: HistoryGroup, _ w: Coefficients, withCurvature: Bool) {
        let zero = Lane(repeating: 0)
        let one = Lane(repeating: 1)
        let ten = Lane(repeating: 10)

        let start = w.start(group.grade)
        var s = Lane(repeating: start.stability)
        var d = Lane(repeating: start.difficulty)
        slopes.update(repeating: zero, count: Self.width)
        slopes[0] = Lane(repeating: start.slope)
        easing[0] = Lane(repeating: -start.difficultySlopes.0)
        easing[1] = Lane(repeating: -start.difficultySlopes.1)
        easing[2] = zero
        easing[3] = zero

        for step in 1..<group.count {
            let review = PackedReviews(group.reviews[step])
            let t = review.days
            let grade = review.grade
            let isSameDay = LaneMask(t .== zero)
            let isRemembered = LaneMask(grade .> one)

            // What was foretold. One division serves four quotients.
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
            // The slopes of −log R by log S and by w20; those of −R are R times these.
            let byS = w.minusDecay * ft * inverseS * inverseQ
            let byDecay = logQ + w.decayFactorSlope * t * inverseS * inverseQ

            // What came of it.
            let least = Lane(repeating: 1e-7)
            let certain = LaneMask(forgotten .< least).choose(least, forgotten)
            let odds = r / certain
            let weight = (!isSameDay).choose(recency.weight(review.age))
            loss -= weight * isRemembered.choose(logR, certain.logarithm)
            let pull = weight * isRemembered.choose(one, zero - odds)
            if withCurvature { addCurvature(weight * odds, byS, byDecay) }

            // How the stability changes.
            let isLapse = !(isRemembered | isSameDay)
            let isSuccess = isRemembered & !isSameDay
            let isHard = LaneMask(grade .== Lane(repeating: 2))
            let isEasy = LaneMask(grade .== Lane(repeating: 4))
            let above = grade - Lane(repeating: 3)

            let next = s + one
            let log = isLapse.choose(next, s).logarithm
            let minusLogD = zero - d.logarithm
            let ease = above + w.w18
            let power =
                (isSuccess.choose(w.minus9, or: isLapse, w.w13, or: isSameDay, w.minus19) * log
                + isSameDay.choose(w.w17 * ease)).exponential
            let boost =
                (isLapse.choose(w.w14, w.w10) * forgotten
                + isLapse.choose(w.w12 * minusLogD)).exponential

            // Success: S′ = S·(1 + rise).
            let bonus = one + isHard.choose(w.bonusOfHard, or: isEasy, w.bonusOfEasy)
            let scale = w.growth * power
            let room = Lane(repeating: 11) - d
            let plain = scale * (boost - one)
            let rise = plain * room * bonus
            let grown = one + rise
            // Lapse: S′ = w11·D^−w12·((S+1)^w13 − 1)·e^(w14·(1−R)), capped.
            let powerLess = power - one
            let fallen = w.w11 * boost * powerLess
            let isCapped = isLapse & LaneMask(s * w.cap .< fallen)
            let isFall = isLapse & !isCapped
            // Same day: S′ = S·e^(w17·(G−3+w18))·S^−w19, never less after Hard, Good, Easy.
            let isFloored = isRemembered & isSameDay & LaneMask(power .< one)
            let isShort = isSameDay & !isFloored

            let times = isSuccess.choose(grown, or: isShort, power, or: isCapped, w.cap)
            let raw = (times + isFloored.choose(one)) * s + isFall.choose(fallen)
            let lowest = Lane(repeating: 0.001)
            let highest = Lane(repeating: 36500)
            let raised = LaneMask(raw .< lowest).choose(lowest, raw)
            let limited = LaneMask(raised .> highest).choose(highest, raised)
            let isFree = LaneMask(limited .== raw)

            // The slopes of log S′ by log S, −D and the parameters themselves.
            let success = isSuccess & isFree
            let fall = isFall & isFree
            let cap = isCapped & isFree
            let short = isShort & isFree
            let quotient = one / isSuccess.choose(grown, powerLess * next)
            let power13 = power * next * quotient
            let rising = success.choose(quotient * rise)
            let plainPart = quotient * plain
            let steep = quotient * bonus * scale * room * boost
            let forgetting = success.choose(steep * w.w10, or: fall, w.w14)

            let fromS =
                success.choose(
                    one + w.minus9 * rising,
                    or: fall,
                    power * w.w13 * s * quotient,
                    or: short,
                    w.staying19
                ) + (cap | (isFloored & isFree)).choose(one) + forgetting * r * byS
            let fromEase = success.choose(plainPart * bonus, or: fall, w.w12 * inverseD)

            let pullS = pull * byS
            carry(0, fromS, pullS, zero)
            for k in 0..<4 { carry(k + 1, fromS, pullS, fromEase * easing[k]) }
            carry(5, fromS, pullS, rising)
            carry(6, fromS, pullS, zero - log * rising)
            carry(7, fromS, pullS, success.choose(steep * forgotten))
            carry(8, fromS, pullS, fall.choose(w.inverse11))
            carry(9, fromS, pullS, fall.choose(minusLogD))
            carry(10, fromS, pullS, fall.choose(power13 * log))
            carry(11, fromS, pullS, fall.choose(forgotten))
            carry(12, fromS, pullS, (success & isHard).choose(plainPart * room))
            carry(13, fromS, pullS, (success & isEasy).choose(plainPart * room))
            carry(14, fromS, pullS, short.choose(ease, or: cap, w.minus18))
            carry(15, fromS, pullS, short.choose(w.w17, or: cap, w.minus17))
            carry(16, fromS, pullS, short.choose(zero - log))
            carry(17, fromS, pullS, forgetting * r * byDecay)
            gradient[17] += pull * byDecay
            s = limited

            // How the difficulty changes.
            let push = w.push * above
            let distance = ten - d
            let moved = d - push * distance
            let unlimited = w.reversion + w.staying7 * moved
            let atLeast = LaneMask(unlimited .< one).choose(one, unlimited)
            d = LaneMask(atLeast .> ten).choose(ten, atLeast)
            let isBetween = LaneMask(d .== unlimited)
            let fromOld = isBetween.choose(w.staying7 + w.staying7 * push)
            easing[0] = fromOld * easing[0] + isBetween.choose(w.minus7)
            easing[1] = fromOld * easing[1] + isBetween.choose(w.reversionEase)
            easing[2] = fromOld * easing[2] + isBetween.choose(w.stayingNinth * above * distance)
            easing[3] = fromOld * easing[3] + isBetween.choose(moved - w.easyDifficulty)
        }
    }

    /// Adds what one slope says of the loss, then carries it over the review.
    @inline(__always)
    private func carry(_ k: Int, _ fromS: Lane, _ pull: Lane, _ direct: Lane) {
        let slope = slopes[k]
        gradient[k] += pull * slope
        slopes[k] = fromS * slope + direct
    }

    /// Adds the products of the prediction's slopes (Fisher's information), before they are carried on.
    @inline(__always)
    private func addCurvature(_ information: Lane, _ byS: Lane, _ byDecay: Lane) {
        for k in 0..<Self.width { row[k] = byS * slopes[k] }
        row[Self.width - 1] += byDecay
        var place = 0
        for i in 0..<Self.width {
            let weighted = information * row[i]
            for j in i..<Self.width {
                curvature[place] += weighted * row[j]
                place += 1
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
