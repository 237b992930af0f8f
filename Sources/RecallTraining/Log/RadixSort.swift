/// Orders rows by a whole number, those of equal ones as they stood: as many passes as the numbers' range wants.
enum RadixSort {
    private static let bits = 11

    /// The rows in ascending order of their keys without the lowest `shift` bits.
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
}
