/// Minimises a loss within bounds by Fisher scoring.
///
/// Each step goes to the point where the gradient would vanish if the curvature were Fisher's information everywhere. Near
/// the minimum that doubles the number of right digits with each pass over the log, so that three or four passes suffice,
/// where gradient descent on small batches takes thousands of steps.
struct Minimiser {
    let bounds: [ClosedRange<Double>]
    /// A step with a smaller expected decrease is taken without evaluating the loss, and is the last.
    let tolerance: Double

    private static let maximumSteps = 30
    private static let minimumScale = 1e-3

    /// Minimises from a point on; `derivatives` evaluates the loss with gradient and curvature at a point.
    func minimum<Stop>(
        from start: [Double],
        derivatives: ([Double]) throws(Stop) -> LossDerivatives
    ) throws(Stop) -> [Double] {
        var point = start
        var current = try derivatives(point)
        var scale = 1.0
        for _ in 0..<Self.maximumSteps {
            let direction = direction(from: point, current)
            let next = bounds.indices.map { k in
                let moved = point[k] + scale * direction[k]
                return min(max(moved, bounds[k].lowerBound), bounds[k].upperBound)
            }
            let expectedDecrease = -bounds.indices.reduce(0) {
                $0 + current.gradient[$1] * (next[$1] - point[$1])
            }
            guard expectedDecrease > 0 else {
                // Limited to the bounds, the step leads uphill, which a shorter step does not.
                scale /= 4
                if scale < Self.minimumScale { break }
                continue
            }
            if expectedDecrease / 2 <= tolerance * scale { return scale == 1 ? next : point }
            let candidate = try derivatives(next)
            if candidate.loss <= current.loss - 1e-4 * expectedDecrease {
                (point, current) = (next, candidate)
                scale = min(1, scale * 2)
            } else {
                // The step was too long, or the loss is NaN: try a shorter one.
                scale /= 4
                if scale < Self.minimumScale { break }
            }
        }
        return point
    }

    /// The Newton step of the parameters that can move; those that it would move out of their bounds at once are fixed.
    private func direction(from point: [Double], _ current: LossDerivatives) -> [Double] {
        var free = bounds.indices.filter { isFree($0, point, current.gradient) }
        while true {
            let step = current.newtonStep(among: free)
            let inside = free.filter { isFree($0, point, step.map { -$0 }) }
            if inside.count == free.count { return step }
            free = inside
        }
    }

    /// Whether a parameter can move: not if it is at a bound and the loss decreases beyond it.
    private func isFree(_ k: Int, _ point: [Double], _ gradient: [Double]) -> Bool {
        if point[k] <= bounds[k].lowerBound && gradient[k] > 0 { return false }
        if point[k] >= bounds[k].upperBound && gradient[k] < 0 { return false }
        return true
    }
}
