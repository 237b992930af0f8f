extension Lanes {
    /// The number, or the bound that it lies beyond; the lower one in place of what is no number.
    @inline(__always)
    func clamped(from least: Double, to most: Double) -> Self {
        let least = Self(repeating: least)
        let most = Self(repeating: most)
        return least.replacing(with: self, where: least .< self)
            .replacing(with: most, where: most .< self)
    }

    /// The smaller of the two.
    @inline(__always)
    func least(_ other: Self) -> Self {
        replacing(with: other, where: other .< self)
    }

    /// The greater of the two.
    @inline(__always)
    func greatest(_ other: Self) -> Self {
        replacing(with: other, where: self .< other)
    }
}
