/// The tokens of the full-text index, of which a word has several at its position.
///
/// Control characters distinguish the kinds, because words and fields have none. They come first, so that the prefix of a
/// word matches only words.
enum IndexToken {
    /// Separates fields, so that no phrase spans two of them.
    static let fieldEnd: [UInt8] = [0x05]

    /// A gap; see `WordReader.Kind.gap`.
    static let gap: [UInt8] = [0x02]

    /// The word with its accents, if it has any.
    static func accented(_ exact: [UInt8]) -> [UInt8] { [accentMark] + exact }

    static let accentMark: UInt8 = 0x01

    /// The word without accents, in one field.
    static func inField(_ field: [UInt8], _ token: [UInt8]) -> [UInt8] {
        [fieldMark] + field + [fieldMark] + token
    }

    static let fieldMark: UInt8 = 0x03

    /// The first letters of a word, without accents.
    ///
    /// They have tokens because merging the results of all words that begin with them would take too long.
    static func prefix(_ folded: some Sequence<UInt8>) -> [UInt8] { [prefixMark] + folded }

    static let prefixMark: UInt8 = 0x04

    /// The word without accents and the one that follows it without a gap.
    ///
    /// Phrases are found by their pairs, because many notes have either word and few have both side by side.
    static func pair(_ token: [UInt8], _ next: [UInt8]) -> [UInt8] {
        [pairMark] + token + [pairMark] + next
    }

    static let pairMark: UInt8 = 0x06

    /// How many first letters have tokens.
    static let prefixLengths = 1...2
}

extension [UInt8] {
    /// The bytes of each of the first letters.
    func firstLetters(_ limit: Int) -> [ArraySlice<UInt8>] {
        var letters: [ArraySlice<UInt8>] = []
        var start = startIndex
        while start < endIndex, letters.count < limit {
            var end = start + 1
            while end < endIndex, self[end] & 0xC0 == 0x80 { end += 1 }
            letters.append(self[start..<end])
            start = end
        }
        return letters
    }
}
