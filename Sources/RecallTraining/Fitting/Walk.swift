/// Goes through the histories of eight cards at once, review by review, and takes from each what it says about the
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
    private let difficultySlopes = UnsafeMutablePointer<Lane>.zeros(4)
    private let row = UnsafeMutablePointer<Lane>.zeros(width)
    let gradient = UnsafeMutablePointer<Lane>.zeros(width)
    let curvature = UnsafeMutablePointer<Lane>.zeros(pairs)
    private(set) var loss = Lane(repeating: 0)
    private let recency: Recency

    init(recency: Recency) { self.recency = recency }

    deinit {
        for lanes in [slopes, difficultySlopes, row, gradient, curvature] { lanes.deallocate() }
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
        let ninth = Lane(repeating: 1 / 9)

        let start = w.start(group.grade)
        var s = Lane(repeating: start.stability)
        var d = Lane(repeating: start.difficulty)
        slopes.update(repeating: zero, count: Self.width)
        slopes[0] = Lane(repeating: start.slope)
        difficultySlopes[0] = Lane(repeating: start.difficultySlopes.0)
        difficultySlopes[1] = Lane(repeating: start.difficultySlopes.1)
        difficultySlopes[2] = zero
        difficultySlopes[3] = zero

        for step in 1..<group.count {
            let review = PackedReviews(group.reviews[step])
            let t = review.days
            let grade = review.grade
            let isSameDay = LaneMask(t .== zero)
            let isRemembered = LaneMask(grade .> one)

            // What was predicted. One division serves four quotients.
            let ft = w.factor * t
            let sum = s + ft
            let inverse = one / (s * d * sum)
            let inverseS = inverse * d * sum
            let inverseD = inverse * s * sum
            let inverseQ = inverse * d * s * s
            let logQ = (sum * inverseS).logarithm
            let r = (zero - w.decay * logQ).exponential
            let forgotten = one - r
            // The slopes of r by log S and by w20.
            let share = ft * inverseS * inverseQ
            let slopeS = r * w.decay * share
            let decayPart = logQ + w.decay * w.factorSlope * t * inverseS * inverseQ
            let slopeDecay = zero - r * decayPart

            // What came of it.
            let certain = LaneMask(forgotten .< Lane(repeating: 1e-7))
                .choose(Lane(repeating: 1e-7), forgotten)
            let inverseForgotten = one / certain
            let weight = (!isSameDay).choose(recency.weight(review.age))
            loss +=
                weight
                * isRemembered.choose(w.decay * logQ, zero - certain.logarithm)
            let pull =
                weight * isRemembered.choose(zero - w.decay * share, slopeS * inverseForgotten)
            let pullDecay = weight * isRemembered.choose(decayPart, slopeDecay * inverseForgotten)
            if withCurvature {
                let information = weight * inverseForgotten / r
                addCurvature(information, slopeS, slopeDecay)
            }

            // How the stability changes.
            let isLapse = !(isRemembered | isSameDay)
            let isSuccess = isRemembered & !isSameDay
            let isHard = LaneMask(grade .== Lane(repeating: 2))
            let isEasy = LaneMask(grade .== Lane(repeating: 4))
            let above = grade - Lane(repeating: 3)

            let next = s + one
            let log = isLapse.choose(next, s).logarithm
            let logD = d.logarithm
            let shortExponent = above + w.w18
            let power =
                isSuccess.choose(
                    zero - w.w9 * log,
                    isLapse.choose(w.w13 * log, w.w17 * shortExponent - w.w19 * log)
                ).exponential
            let boost =
                isLapse.choose(
                    w.w14 * forgotten - w.w12 * logD,
                    w.w10 * forgotten
                ).exponential

            // Success: S′ = S·(1 + rise).
            let bonus = isHard.choose(w.w15, isEasy.choose(w.w16, one))
            let scale = w.growth * power
            let room = Lane(repeating: 11) - d
            let plain = scale * (boost - one)
            let rise = plain * room * bonus
            let grown = one + rise
            // Lapse: S′ = w11·D^−w12·((S+1)^w13 − 1)·e^(w14·(1−R)), capped.
            let powerLess = power - one
            let fallen = w.w11 * boost * powerLess
            let capped = s * w.cap
            let isCapped = LaneMask(capped .< fallen)
            // Same day: S′ = S·e^(w17·(G−3+w18))·S^−w19, never less after Hard, Good, Easy.
            let isFloored = isRemembered & LaneMask(power .< one)

            let raw = isSuccess.choose(
                s * grown,
                isLapse.choose(
                    isCapped.choose(capped, fallen),
                    isFloored.choose(s, s * power)
                )
            )
            let isTooSmall = LaneMask(raw .< Lane(repeating: 0.001))
            let isTooLarge = LaneMask(raw .> Lane(repeating: 36500))
            let isFree = !(isTooSmall | isTooLarge)
            let limited = isTooSmall.choose(
                Lane(repeating: 0.001),
                isTooLarge.choose(Lane(repeating: 36500), raw)
            )

            // The slopes of log S′ by log S, D and the parameters themselves.
            let success = isSuccess & isFree
            let lapse = isLapse & isFree
            let fall = lapse & !isCapped
            let cap = lapse & isCapped
            let short = isSameDay & isFree & !isFloored
            let kept = isSameDay & isFree & isFloored
            let quotient = one / isSuccess.choose(grown, powerLess * next)
            let gain = quotient * bonus
            let steep = gain * scale * room * boost
            let slopeOfPower = power * next * quotient

            let fromS = success.choose(
                one - quotient * w.w9 * rise - steep * w.w10 * slopeS,
                fall.choose(
                    power * w.w13 * s * quotient - w.w14 * slopeS,
                    short.choose(one - w.w19, (cap | kept).choose(one))
                )
            )
            let fromD = success.choose(
                zero - gain * plain,
                fall.choose(zero - w.w12 * inverseD)
            )
            let rising = success.choose(quotient * rise)
            let unweighted = quotient * plain * room

            update(0, fromS, pull, zero)
            update(1, fromS, pull, fromD * difficultySlopes[0])
            update(2, fromS, pull, fromD * difficultySlopes[1])
            update(3, fromS, pull, fromD * difficultySlopes[2])
            update(4, fromS, pull, fromD * difficultySlopes[3])
            update(5, fromS, pull, rising)
            update(6, fromS, pull, zero - log * rising)
            update(7, fromS, pull, success.choose(steep * forgotten))
            update(8, fromS, pull, fall.choose(w.inverse11))
            update(9, fromS, pull, fall.choose(zero - logD))
            update(10, fromS, pull, fall.choose(slopeOfPower * log))
            update(11, fromS, pull, fall.choose(forgotten))
            update(12, fromS, pull, (success & isHard).choose(unweighted))
            update(13, fromS, pull, (success & isEasy).choose(unweighted))
            update(14, fromS, pull, short.choose(shortExponent, cap.choose(zero - w.w18)))
            update(15, fromS, pull, short.choose(w.w17, cap.choose(zero - w.w17)))
            update(16, fromS, pull, short.choose(zero - log))
            gradient[17] += pullDecay
            update(
                17,
                fromS,
                pull,
                success.choose(
                    zero - steep * w.w10 * slopeDecay,
                    fall.choose(zero - w.w14 * slopeDecay)
                )
            )
            s = limited

            // How the difficulty changes.
            let distance = (ten - d) * ninth
            let moved = d - w.w6 * above * distance
            let stay = one - w.w7
            let unlimited = w.w7 * w.easyDifficulty + stay * moved
            let isTooEasy = LaneMask(unlimited .< one)
            let isTooHard = LaneMask(unlimited .> ten)
            let isBetween = !(isTooEasy | isTooHard)
            d = isTooEasy.choose(one, isTooHard.choose(ten, unlimited))
            let fromOld = isBetween.choose(stay * (one + w.w6 * above * ninth))
            difficultySlopes[0] = fromOld * difficultySlopes[0] + isBetween.choose(w.w7)
            difficultySlopes[1] =
                fromOld * difficultySlopes[1] + isBetween.choose(w.w7 * w.easyDifficultySlope)
            difficultySlopes[2] =
                fromOld * difficultySlopes[2] - isBetween.choose(stay * above * distance)
            difficultySlopes[3] =
                fromOld * difficultySlopes[3] + isBetween.choose(w.easyDifficulty - moved)
        }
    }

    /// Adds what one slope says of the loss, then carries it over the review.
    @inline(__always)
    private func update(_ k: Int, _ fromS: Lane, _ pull: Lane, _ direct: Lane) {
        let slope = slopes[k]
        gradient[k] += pull * slope
        slopes[k] = fromS * slope + direct
    }

    /// Adds the products of the prediction's slopes (Fisher's information), before they are carried on.
    @inline(__always)
    private func addCurvature(_ information: Lane, _ slopeS: Lane, _ slopeDecay: Lane) {
        for k in 0..<Self.width { row[k] = slopeS * slopes[k] }
        row[Self.width - 1] += slopeDecay
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
