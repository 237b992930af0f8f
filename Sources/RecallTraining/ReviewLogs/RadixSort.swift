/// Radix sort of whole numbers: a few passes, in time linear in their number.
enum RadixSort {
    private static let bits = 11

    /// The rows in ascending order of their keys without the lowest `shift` bits; stable.
    static func order(of keys: [Int64], shift: Int) -> [UInt32] {
        var rows = (0..<UInt32(keys.count)).map { $0 }
        guard let minimum = keys.min(), let maximum = keys.max() else { return rows }
        var other = rows
        let lowest = minimum >> shift
        var range = UInt64((maximum >> shift) - lowest)
        var digit = 0
        while range > 0 {
            func bucket(_ row: UInt32) -> Int {
                Int(((keys[Int(row)] >> shift) - lowest) >> digit) & ((1 << bits) - 1)
            }
            var positions = [Int](repeating: 0, count: 1 << bits + 1)
            for row in rows { positions[bucket(row) + 1] += 1 }
            for index in 1...(1 << bits) { positions[index] += positions[index - 1] }
            for row in rows {
                let bucket = bucket(row)
                other[positions[bucket]] = row
                positions[bucket] += 1
            }
            swap(&rows, &other)
            range >>= UInt64(bits)
            digit += bits
        }
        return rows
    }

    static func sort(_ numbers: inout [UInt32]) {
        var other = numbers
        for digit in stride(from: 0, to: UInt32.bitWidth, by: bits) {
            func bucket(_ number: UInt32) -> Int { Int(number >> digit) & ((1 << bits) - 1) }
            var positions = [Int](repeating: 0, count: 1 << bits + 1)
            for number in numbers { positions[bucket(number) + 1] += 1 }
            for index in 1...(1 << bits) { positions[index] += positions[index - 1] }
            for number in numbers {
                let bucket = bucket(number)
                other[positions[bucket]] = number
                positions[bucket] += 1
            }
            swap(&numbers, &other)
        }
    }
}
