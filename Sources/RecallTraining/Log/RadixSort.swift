/// Sorting by the digits of whole numbers: a few passes, however many numbers there are.
enum RadixSort {
    private static let bits = 11

    /// The rows in ascending order of their keys without the lowest `shift` bits; those of equal keys as they stood.
    static func order(of keys: [Int64], shift: Int) -> [UInt32] {
        var rows = (0..<UInt32(keys.count)).map { $0 }
        guard let least = keys.min(), let most = keys.max() else { return rows }
        var other = rows
        let lowest = least >> shift
        var range = UInt64((most >> shift) - lowest)
        var digit = 0
        while range > 0 {
            func bucket(_ row: UInt32) -> Int {
                Int(((keys[Int(row)] >> shift) - lowest) >> digit) & ((1 << bits) - 1)
            }
            var places = [Int](repeating: 0, count: 1 << bits + 1)
            for row in rows { places[bucket(row) + 1] += 1 }
            for place in 1...(1 << bits) { places[place] += places[place - 1] }
            for row in rows {
                let place = bucket(row)
                other[places[place]] = row
                places[place] += 1
            }
            swap(&rows, &other)
            range >>= UInt64(bits)
            digit += bits
        }
        return rows
    }

    /// Brings numbers into ascending order.
    static func sort(_ numbers: inout [UInt32]) {
        var other = numbers
        for digit in stride(from: 0, to: UInt32.bitWidth, by: bits) {
            func bucket(_ number: UInt32) -> Int { Int(number >> digit) & ((1 << bits) - 1) }
            var places = [Int](repeating: 0, count: 1 << bits + 1)
            for number in numbers { places[bucket(number) + 1] += 1 }
            for place in 1...(1 << bits) { places[place] += places[place - 1] }
            for number in numbers {
                let place = bucket(number)
                other[places[place]] = number
                places[place] += 1
            }
            swap(&numbers, &other)
        }
    }
}
