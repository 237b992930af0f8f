extension Array {
    /// Puts the elements in the order of a number of each, by one of its bytes after the other; those of one number stay as they are.
    mutating func sortByBits(_ bits: (Element) -> UInt64) {
        guard let first = first.map(bits) else { return }
        let differing = reduce(into: UInt64(0)) { $0 |= bits($1) ^ first }
        var sorted = self
        for shift in stride(from: UInt64(0), to: 64, by: 8) where differing >> shift & 0xFF != 0 {
            var starts = [Int](repeating: 0, count: 257)
            for element in self { starts[Int(bits(element) >> shift & 0xFF) + 1] += 1 }
            for byte in 1...256 { starts[byte] += starts[byte - 1] }
            sorted.withUnsafeMutableBufferPointer { sorted in
                for element in self {
                    let byte = Int(bits(element) >> shift & 0xFF)
                    sorted[starts[byte]] = element
                    starts[byte] += 1
                }
            }
            swap(&self, &sorted)
        }
    }
}
