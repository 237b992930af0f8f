/// What a walk through a log says at one point: the loss, where it falls, and how it bends.
struct Slope {
    /// How many parameters there are.
    static let count = 21

    var loss = 0.0
    var gradient = [Double](repeating: 0, count: count)
    /// Fisher's information, as full rows; empty where nobody asked for it.
    var curvature: [Double] = []

    init(withCurvature: Bool) {
        if withCurvature { curvature = Array(repeating: 0, count: Self.count * Self.count) }
    }

    static func += (sum: inout Slope, part: Slope) {
        sum.loss += part.loss
        for k in sum.gradient.indices { sum.gradient[k] += part.gradient[k] }
        for k in part.curvature.indices { sum.curvature[k] += part.curvature[k] }
    }

    /// Takes the single-precision sums of a walk, whose cards were all given the same grade first.
    mutating func take(_ walk: inout Walk, grade: Int) {
        func parameter(_ k: Int) -> Int { k == 0 ? grade : k + 3 }
        loss += walk.loss.total
        for k in 0..<Walk.width { gradient[parameter(k)] += walk.gradient[k].total }
        if !curvature.isEmpty {
            var place = 0
            for i in 0..<Walk.width {
                for j in i..<Walk.width {
                    let total = walk.curvature[place].total
                    curvature[parameter(i) * Self.count + parameter(j)] += total
                    if i != j { curvature[parameter(j) * Self.count + parameter(i)] += total }
                    place += 1
                }
            }
        }
        walk.clear()
    }
}

extension Lane {
    fileprivate var total: Double {
        indices.reduce(0) { $0 + Double(self[$1]) }
    }
}

extension TrainingSet {
    /// Walks through the first of the shares, on all cores, and adds up in the order of shares.
    ///
    /// - Parameters:
    ///   - count: How many of the shares.
    ///   - bent: How many of these tell the curvature, for all: a part does, since it only says how far to step.
    func slope(
        at parameters: [Double],
        shares count: Int,
        bent: Int,
        recency: Recency,
        on cores: Cores
    ) -> Slope {
        let w = Coefficients(parameters)
        let parts = Pieces<Slope>(count, on: cores) { piece in
            piece < bent
                ? bentSlope(of: piece, w, recency)
                : straightSlope(of: piece, w, recency)
        }
        var sum = Slope(withCurvature: bent > 0)
        for part in parts.values { sum += part }
        let scale = Double(count) / Double(max(bent, 1))
        for k in sum.curvature.indices { sum.curvature[k] *= scale }
        return sum
    }

    @inline(never)
    private func straightSlope(of share: Int, _ w: Coefficients, _ recency: Recency) -> Slope {
        slope(of: share, w, recency, withCurvature: false)
    }

    @inline(never)
    private func bentSlope(of share: Int, _ w: Coefficients, _ recency: Recency) -> Slope {
        slope(of: share, w, recency, withCurvature: true)
    }

    @inline(__always)
    private func slope(
        of share: Int,
        _ w: Coefficients,
        _ recency: Recency,
        withCurvature: Bool
    ) -> Slope {
        var sum = Slope(withCurvature: withCurvature)
        var walk = Walk(recency: recency)
        var grade = 0
        var steps = 0
        forEachGroup(of: share) { group in
            // A sum in single precision stays short, and of one first grade.
            if group.grade != grade || steps > 512 {
                sum.take(&walk, grade: grade)
                grade = group.grade
                steps = 0
            }
            walk.add(group, w, withCurvature: withCurvature)
            steps += group.count
        }
        sum.take(&walk, grade: grade)
        return sum
    }
}
