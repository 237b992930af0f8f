/// Repeated search for a delimiter in one text; all searches together take one pass if their start positions only increase.
struct ForwardSearch {
    private let delimiter: [UInt8]
    private var found: Int? = -1

    init(_ delimiter: StaticString) {
        self.delimiter = delimiter.withUTF8Buffer(Array.init)
    }

    /// The position of the first delimiter at or after `start`.
    mutating func first(in bytes: [UInt8], from start: Int) -> Int? {
        guard let known = found, known < start else { return found }
        var position = start
        while position + delimiter.count <= bytes.count {
            if bytes[position] == delimiter[0], bytes[position...].starts(with: delimiter) {
                found = position
                return position
            }
            position += 1
        }
        found = nil
        return nil
    }
}

extension Array<UInt8> {
    func has(_ bytes: StaticString, at position: Int) -> Bool {
        bytes.withUTF8Buffer { self[Swift.min(position, count)...].starts(with: $0) }
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: self[range], as: UTF8.self)
    }
}
