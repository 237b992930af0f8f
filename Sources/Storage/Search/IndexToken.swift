internal import Notes

/// What the index knows a word by: several names that stand at the same place.
///
/// Words and fields are letters, so a control character tells the kinds apart.
enum IndexToken {
    /// Parts what stands in different fields, so that no phrase reaches across.
    static let fieldEnd: [UInt8] = [0x05]

    /// A break between words.
    static let gap: [UInt8] = [0x02]

    /// The word with its accents; only of words that have any.
    static func accented(_ exact: [UInt8]) -> [UInt8] { [0x01] + exact }

    /// The word, without accents, where it stands in one field.
    static func inField(_ field: [UInt8], _ token: [UInt8]) -> [UInt8] { field + [0x03] + token }

    /// The first letters of a word, without accents: so common that looking through all words that begin with them would
    /// take too long, and there are few of them.
    static func beginning(_ folded: some Sequence<UInt8>) -> [UInt8] { [0x04] + folded }

    /// How many first letters have names of their own.
    static let beginnings = 1...2

    /// The names of all words of a note, in order; `isColocated` says that a name belongs to the word before.
    static func forEach(in json: [UInt8], _ add: (_ token: [UInt8], _ isColocated: Bool) -> Void) {
        FieldTexts.forEach(in: json) { field, text in
            var reader = WordReader(field: text)
            while let kind = reader.next() {
                let token = kind == .gap ? gap : reader.folded
                add(token, false)
                add(inField(field, token), true)
                guard kind == .word else { continue }
                if reader.isAccented { add(accented(reader.exact), true) }
                var letters: [UInt8] = []
                for (index, letter) in reader.folded.firstLetters(beginnings.upperBound)
                    .enumerated()
                where beginnings.contains(index + 1) {
                    letters.append(contentsOf: letter)
                    add(beginning(letters), true)
                }
            }
            add(fieldEnd, false)
        }
    }
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
