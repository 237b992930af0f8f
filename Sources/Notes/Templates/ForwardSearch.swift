/// Finds a mark again and again in one text; as long as the places asked for only grow, all searches together take
/// one pass.
struct ForwardSearch {
    private let mark: [UInt8]
    private var found: Int? = -1

    init(_ mark: StaticString) {
        self.mark = mark.withUTF8Buffer(Array.init)
    }

    /// Where the mark next stands, at this place or later.
    mutating func first(in bytes: [UInt8], from start: Int) -> Int? {
        guard let known = found, known < start else { return found }
        var place = start
        while place + mark.count <= bytes.count {
            if bytes[place] == mark[0], bytes[place...].starts(with: mark) {
                found = place
                return place
            }
            place += 1
        }
        found = nil
        return nil
    }
}

extension Array<UInt8> {
    /// Whether a mark stands at a place.
    func has(_ mark: StaticString, at place: Int) -> Bool {
        mark.withUTF8Buffer { self[Swift.min(place, count)...].starts(with: $0) }
    }

    /// The text between two places.
    func text(_ range: Range<Int>) -> String {
        String(decoding: self[range], as: UTF8.self)
    }
}
