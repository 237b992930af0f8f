internal import JSON

/// Whole numbers, perhaps followed by a text, as they are stored with every card and every answer: `[1,-2,"text"]`.
///
/// A library has a million of them, so they are written and parsed by hand; other JSON is not accepted.
struct StoredList<Vector: SIMD> where Vector.Scalar == Int64 {
    /// How many numbers there are, at most `Vector.scalarCount`.
    private(set) var count = 0
    private(set) var text: String?
    private var vector = Vector()

    var numbers: [Int64] { (0..<count).map { vector[$0] } }

    subscript(index: Int) -> Int64 { vector[index] }

    /// Parses what `json` writes; nil for anything else.
    init?(_ json: String) {
        var json = json
        let list = json.withUTF8 { Self.read($0) }
        guard let list else { return nil }
        self = list
    }

    private init() {}

    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> StoredList? {
        guard bytes.count >= 2, bytes[0] == UInt8(ascii: "["),
            bytes[bytes.count - 1] == UInt8(ascii: "]")
        else { return nil }
        var list = StoredList()
        let end = bytes.count - 1
        var place = 1
        while place < end {
            guard bytes[place] != UInt8(ascii: "\"") else {
                guard let text = text(UnsafeBufferPointer(rebasing: bytes[place..<end])) else {
                    return nil
                }
                list.text = text
                return list
            }
            guard let number = number(bytes, &place), list.count < list.vector.scalarCount else {
                return nil
            }
            list.vector[list.count] = number
            list.count += 1
            guard place < end else { return list }
            guard bytes[place] == UInt8(ascii: ","), place + 1 < end else { return nil }
            place += 1
        }
        return list
    }

    private static func number(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ place: inout Int
    ) -> Int64? {
        let isNegative = bytes[place] == UInt8(ascii: "-")
        if isNegative { place += 1 }
        let start = place
        // Negative, because there is one more negative number than positive ones.
        var number: Int64 = 0
        while true {
            let digit = bytes[place] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            let (product, isLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isLarger) = product.subtractingReportingOverflow(Int64(clamping: digit))
            guard !isLarge, !isLarger else { return nil }
            number = sum
            place += 1
        }
        guard place > start else { return nil }
        if isNegative { return number }
        return number == .min ? nil : -number
    }

    /// A quoted text, and nothing after it.
    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var reader = JSONReader(bytes)
        guard bytes.last == UInt8(ascii: "\""), let text = try? reader.string(), reader.isAtEnd
        else { return nil }
        return text
    }
}

extension StoredList<SIMD16<Int64>> {
    static func json(_ numbers: [Int64], _ text: String) -> String {
        var json: [UInt8] = []
        json.reserveCapacity(14 * numbers.count + text.utf8.count + 8)
        json.append(UInt8(ascii: "["))
        for number in numbers {
            json.append(digitsOf: number)
            json.append(UInt8(ascii: ","))
        }
        json.append(quoted: text)
        json.append(UInt8(ascii: "]"))
        return String(decoding: json, as: UTF8.self)
    }
}
