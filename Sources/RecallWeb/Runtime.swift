#if arch(wasm32)
    /// The 128-bit product to which an overflow-checked 64-bit multiplication is compiled.
    ///
    /// Part of a compiler's run-time library, which is not available for this target.
    @c(__multi3)
    func multiply(
        _ product: UnsafeMutablePointer<UInt64>,
        _ low: UInt64,
        _ high: UInt64,
        _ otherLow: UInt64,
        _ otherHigh: UInt64
    ) {
        let mask: UInt64 = 0xffff_ffff
        let bottom = (low & mask) &* (otherLow & mask)
        let middle = (low >> 32) &* (otherLow & mask) &+ bottom >> 32
        let other = (low & mask) &* (otherLow >> 32) &+ middle & mask
        let top = (low >> 32) &* (otherLow >> 32) &+ middle >> 32 &+ other >> 32
        product[0] = other << 32 | bottom & mask
        product[1] = top &+ low &* otherHigh &+ high &* otherLow
    }
#endif
