extension LossDerivatives {
    /// The step to the point where the gradient vanishes, if only the given parameters move.
    ///
    /// By Cholesky decomposition; where the curvature is nearly zero, a small positive diagonal keeps it solvable.
    func newtonStep(among free: [Int]) -> [Double] {
        let size = free.count
        var lower = [Double](repeating: 0, count: size * size)
        for i in 0..<size {
            for j in 0...i {
                var sum = curvature[free[i] * Self.count + free[j]]
                for k in 0..<j { sum -= lower[i * size + k] * lower[j * size + k] }
                if i == j {
                    let minimum = 1e-10 * max(curvature[free[i] * Self.count + free[i]], 1e-10)
                    lower[i * size + i] = max(sum, minimum).squareRoot()
                } else {
                    lower[i * size + j] = sum / lower[j * size + j]
                }
            }
        }
        var solution = free.map { -gradient[$0] }
        for i in 0..<size {
            for k in 0..<i { solution[i] -= lower[i * size + k] * solution[k] }
            solution[i] /= lower[i * size + i]
        }
        for i in (0..<size).reversed() {
            for k in (i + 1)..<size { solution[i] -= lower[k * size + i] * solution[k] }
            solution[i] /= lower[i * size + i]
        }
        var step = [Double](repeating: 0, count: Self.count)
        for (index, k) in free.enumerated() { step[k] = solution[index] }
        return step
    }
}
