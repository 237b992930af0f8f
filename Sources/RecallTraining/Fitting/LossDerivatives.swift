/// The loss of a log at a point in parameter space, with its gradient and curvature.
struct LossDerivatives {
    /// The number of parameters.
    static let count = 21

    var loss = 0.0
    var gradient = [Double](repeating: 0, count: count)
    /// Fisher's information, as full rows; empty if it was not requested.
    var curvature: [Double] = []

    init(withCurvature: Bool) {
        if withCurvature { curvature = Array(repeating: 0, count: Self.count * Self.count) }
    }

    static func += (sum: inout LossDerivatives, part: LossDerivatives) {
        sum.loss += part.loss
        for k in sum.gradient.indices { sum.gradient[k] += part.gradient[k] }
        for k in part.curvature.indices { sum.curvature[k] += part.curvature[k] }
    }

    /// Adds and clears the single-precision sums of a pass over cards with the same first grade.
    mutating func collect(_ pass: inout GradientPass, grade: Int) {
        func parameter(_ k: Int) -> Int { k == 0 ? grade : k + 3 }
        loss += pass.loss.total
        for k in 0..<GradientPass.width { gradient[parameter(k)] += pass.gradient[k].total }
        if !curvature.isEmpty {
            var index = 0
            for i in 0..<GradientPass.width {
                for j in i..<GradientPass.width {
                    let total = pass.curvature[index].total
                    curvature[parameter(i) * Self.count + parameter(j)] += total
                    if i != j { curvature[parameter(j) * Self.count + parameter(i)] += total }
                    index += 1
                }
            }
        }
        pass.clear()
    }
}

extension Lane {
    fileprivate var total: Double {
        indices.reduce(0) { $0 + Double(self[$1]) }
    }
}

extension TrainingSet {
    /// Evaluates the loss on the first batches, in parallel, adding the batches in order.
    ///
    /// - Parameters:
    ///   - count: The number of batches.
    ///   - curvatureBatches: The number of batches from which the curvature is extrapolated; a part suffices, because the
    ///     curvature only determines the step.
    func derivatives(
        at parameters: [Double],
        batches count: Int,
        curvatureBatches: Int,
        on runner: ParallelRunner
    ) -> LossDerivatives {
        let w = PassCoefficients(parameters)
        let parts = runner.map(count) { batch in
            batch < curvatureBatches
                ? gradientAndCurvature(of: batch, w)
                : gradient(of: batch, w)
        }
        var sum = LossDerivatives(withCurvature: curvatureBatches > 0)
        for part in parts { sum += part }
        let scale = Double(count) / Double(max(curvatureBatches, 1))
        for k in sum.curvature.indices { sum.curvature[k] *= scale }
        return sum
    }

    @inline(never)
    private func gradient(of batch: Int, _ w: PassCoefficients) -> LossDerivatives {
        derivatives(of: batch, w, withCurvature: false)
    }

    @inline(never)
    private func gradientAndCurvature(of batch: Int, _ w: PassCoefficients) -> LossDerivatives {
        derivatives(of: batch, w, withCurvature: true)
    }

    @inline(__always)
    private func derivatives(
        of batch: Int,
        _ w: PassCoefficients,
        withCurvature: Bool
    ) -> LossDerivatives {
        var sum = LossDerivatives(withCurvature: withCurvature)
        var pass = GradientPass()
        var grade = 0
        var steps = 0
        forEachGroup(of: batch) { group in
            // A sum in single precision is kept short, and belongs to one first grade.
            if group.grade != grade || steps > 512 {
                sum.collect(&pass, grade: grade)
                grade = group.grade
                steps = 0
            }
            pass.add(group, w, withCurvature: withCurvature)
            steps += group.count
        }
        sum.collect(&pass, grade: grade)
        return sum
    }
}
