extension Lanes {
    /// The number limited to the bounds; the lower bound for NaN.
    @inline(__always)
    func clamped(from lower: Double, to upper: Double) -> Self {
        let lower = Self(repeating: lower)
        let upper = Self(repeating: upper)
        return lower.replacing(with: self, where: lower .< self)
            .replacing(with: upper, where: upper .< self)
    }

    @inline(__always)
    func minimum(_ other: Self) -> Self {
        replacing(with: other, where: other .< self)
    }

    @inline(__always)
    func maximum(_ other: Self) -> Self {
        replacing(with: other, where: self .< other)
    }
}
