extension Array {
    /// Sorts the elements by a number of each, byte by byte from the lowest; stable.
    mutating func radixSort(by bits: (Element) -> UInt64) {
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
