#if arch(wasm32)
    /// Stands in for the C library's source of chance, which would bring its standard output with it.
    ///
    /// The standard library names it for hashing with a seed of its own, which the engine never does: chance comes in
    /// as a parameter, so that both homes give the same bits.
    @c(arc4random_buf)
    public func noChance(_ bytes: UnsafeMutableRawPointer?, _ count: Int) {
        fatalError()
    }
#endif
