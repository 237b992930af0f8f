/// The readings listed in `Pinyin.txt`, which names its sources in its first lines.
///
/// Entries are separated by spaces and line breaks. Two forms exist:
/// - `fā,fà:发` gives the readings of one or more characters, the most frequent first. A question mark before them
///   means that only a word can decide between them.
/// - `一会儿:yī,huì,er` gives a frequent word with a reading for each of its characters. The readings are omitted where each
///   character has its most frequent one.
struct PinyinTable: Sendable {
    struct Readings: Sendable {
        /// The most frequent first.
        let syllables: [String]
        /// Whether only a word can decide which reading is right.
        let isAmbiguous: Bool
    }

    private(set) var characters: [Character: Readings] = [:]
    /// The words' readings by character; empty where each character has its most frequent reading.
    private(set) var words: [String: [String]] = [:]

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        characters.reserveCapacity(11_000)
        words.reserveCapacity(12_000)
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: "#")
        {
            for entry in line.split(separator: UInt8(ascii: " ")) { add(entry) }
        }
    }

    private mutating func add(_ entry: Slice<UnsafeBufferPointer<UInt8>>) {
        let colon = entry.firstIndex(of: UInt8(ascii: ":")) ?? entry.endIndex
        let (key, value) = (entry[..<colon], entry[colon...].dropFirst())
        // In UTF-8 every Chinese character follows the letters of pinyin.
        if let first = key.first, first >= 0xE3 {
            words[String(decoding: key, as: UTF8.self)] = Self.syllables(value)
            return
        }
        let isAmbiguous = key.first == UInt8(ascii: "?")
        let readings = Readings(
            syllables: Self.syllables(key.dropFirst(isAmbiguous ? 1 : 0)),
            isAmbiguous: isAmbiguous
        )
        for character in String(decoding: value, as: UTF8.self) { characters[character] = readings }
    }

    private static func syllables(_ list: Slice<UnsafeBufferPointer<UInt8>>) -> [String] {
        list.split(separator: UInt8(ascii: ",")).map { String(decoding: $0, as: UTF8.self) }
    }
}
