/// Finds the lowest point of a loss within bounds by Fisher's scoring.
///
/// Each step goes to where the slope would vanish if the loss bent everywhere as Fisher's information says it does
/// here. Near the truth that doubles the right digits with each walk through the log, so three or four walks do, where
/// descent by small batches takes thousands of steps.
struct Minimiser {
    let bounds: [ClosedRange<Double>]
    /// A step that promises no more than this is taken on trust, and is the last.
    let trust: Double

    private static let mostSteps = 30
    private static let least = 1e-3

    /// Goes downhill from a point; `slope` tells loss, slope and curvature of another.
    func lowest(from start: [Double], slope: ([Double]) -> Slope) -> [Double] {
        var point = start
        var here = slope(point)
        var scale = 1.0
        for _ in 0..<Self.mostSteps {
            let direction = direction(from: point, here)
            let next = bounds.indices.map { k in
                let moved = point[k] + scale * direction[k]
                return min(max(moved, bounds[k].lowerBound), bounds[k].upperBound)
            }
            let promise = -bounds.indices.reduce(0) {
                $0 + here.gradient[$1] * (next[$1] - point[$1])
            }
            guard promise > 0 else {
                // Cut off at the bounds it leads uphill, which a shorter step does not.
                scale /= 4
                if scale < Self.least { break }
                continue
            }
            if promise / 2 <= trust * scale { return scale == 1 ? next : point }
            let there = slope(next)
            if there.loss <= here.loss - 1e-4 * promise {
                (point, here) = (next, there)
                scale = min(1, scale * 2)
            } else {
                // Too far, or no number at all: the same way, but shorter.
                scale /= 4
                if scale < Self.least { break }
            }
        }
        return point
    }

    /// Newton's way among the parameters that may move; those that it would lead out of their bounds at once stay.
    private func direction(from point: [Double], _ here: Slope) -> [Double] {
        var free = bounds.indices.filter { isFree($0, point, here.gradient) }
        while true {
            let step = here.newtonStep(among: free)
            let inside = free.filter { isFree($0, point, step.map { -$0 }) }
            if inside.count == free.count { return step }
            free = inside
        }
    }

    /// Whether a parameter may move: not when it stands at a bound and the loss falls beyond.
    private func isFree(_ k: Int, _ point: [Double], _ gradient: [Double]) -> Bool {
        if point[k] <= bounds[k].lowerBound && gradient[k] > 0 { return false }
        if point[k] >= bounds[k].upperBound && gradient[k] < 0 { return false }
        return true
    }
}
