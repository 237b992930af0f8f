internal import Notes

/// What the index knows a word by: several names that stand at the same place.
///
/// Words and fields are letters, so a control character tells the kinds apart; it comes first, so that what begins like a
/// word is one.
enum IndexToken {
    /// Parts what stands in different fields, so that no phrase reaches across.
    static let fieldEnd: [UInt8] = [0x05]

    /// A break between words.
    static let gap: [UInt8] = [0x02]

    /// The word with its accents; only of words that have any.
    static func accented(_ exact: [UInt8]) -> [UInt8] { [accentMark] + exact }

    static let accentMark: UInt8 = 0x01

    /// The word, without accents, where it stands in one field.
    static func inField(_ field: [UInt8], _ token: [UInt8]) -> [UInt8] {
        [fieldMark] + field + [fieldMark] + token
    }

    static let fieldMark: UInt8 = 0x03

    /// The first letters of a word, without accents: so common that looking through all words that begin with them would
    /// take too long, and there are few of them.
    static func beginning(_ folded: some Sequence<UInt8>) -> [UInt8] { [beginningMark] + folded }

    static let beginningMark: UInt8 = 0x04

    /// The word, without accents, and the one that follows it with no break between.
    ///
    /// Many notes have either, and few have both side by side, so that a phrase is found by its pairs.
    static func pair(_ token: [UInt8], _ next: [UInt8]) -> [UInt8] {
        [pairMark] + token + [pairMark] + next
    }

    static let pairMark: UInt8 = 0x06

    /// How many first letters have names of their own.
    static let beginnings = 1...2
}

extension [UInt8] {
    /// The bytes of the first letters, each by itself.
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
