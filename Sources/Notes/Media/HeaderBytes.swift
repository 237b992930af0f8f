/// The first bytes of a file, with bounds-checked access.
struct HeaderBytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count }

    func byte(at place: Int) -> Int? {
        bytes.indices.contains(place) ? Int(bytes[place]) : nil
    }

    /// A big-endian number.
    func big(_ size: Int, at place: Int) -> Int? { number(place..<place + size) }

    /// A little-endian number.
    func little(_ size: Int, at place: Int) -> Int? {
        number((place..<place + size).reversed())
    }

    func has(_ mark: [UInt8], at place: Int) -> Bool {
        place >= 0 && place + mark.count <= bytes.count
            && bytes[place..<place + mark.count].elementsEqual(mark)
    }

    func has(_ mark: String, at place: Int) -> Bool { has(Array(mark.utf8), at: place) }

    /// A four-character code.
    func letters(at place: Int) -> String? {
        guard place >= 0, place + 4 <= bytes.count else { return nil }
        return String(decoding: bytes[place..<place + 4], as: UTF8.self)
    }

    /// Whether the first bytes other than white space begin markup.
    var isMarkup: Bool {
        let start = bytes.prefix(1_024).drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
        return start.first == UInt8(ascii: "<")
    }

    /// At most seven bytes, so that no sum of two numbers overflows.
    private func number(_ places: some BidirectionalCollection<Int>) -> Int? {
        precondition(places.count <= 7, "A number of \(places.count) bytes may not fit")
        guard let first = places.first, let last = places.last, bytes.indices.contains(first),
            bytes.indices.contains(last)
        else { return nil }
        return places.reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }
}
