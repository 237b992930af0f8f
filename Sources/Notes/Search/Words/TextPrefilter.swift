/// Rules out most notes that do not match a text without splitting their fields into words, which takes thirty times as long.
package struct TextPrefilter: Sendable {
    /// Runs of letters without accents that every matching text contains.
    private let runs: [[UInt8]]

    package init(_ pattern: TextPattern) {
        runs = pattern.elements.compactMap { element in
            switch element {
            case .word(let word): word.longestRun.isEmpty ? nil : Array(word.longestRun)
            case .single(let character): character
            case .gap, .anything: nil
            }
        }
    }

    /// Whether fields stored as JSON may match; never false for those that do.
    package func mayMatch(_ json: [UInt8]) -> Bool {
        if runs.isEmpty { return true }
        guard let letters = Self.letters(of: json) else { return true }
        return letters.withUnsafeBufferPointer { letters in
            runs.allSatisfy { run in run.withUnsafeBufferPointer { Self.contains(letters, $0) } }
        }
    }

    /// All letters and symbols in lower case without accents, and a byte of 0 for each separator; nil for texts with markup or
    /// references, in which the letters of a word may not be adjacent.
    private static func letters(of json: [UInt8]) -> [UInt8]? {
        guard !PlainScalars.needsWork(json), !MediaText.mayName(json) else { return nil }
        return json.withUnsafeBufferPointer { json in
            var letters: [UInt8] = []
            letters.reserveCapacity(json.count + json.count / 2)
            var index = 0
            var wordStart = 0
            while index < json.count {
                let byte = json[index]
                if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\"") { wordStart = index }
                // The word reader truncates longer words.
                guard index - wordStart < WordReader.maximumLength / 2 else { return nil }
                guard byte >= 0x80 else {
                    switch byte {
                    case UInt8(ascii: "<"): return nil
                    case UInt8(ascii: "\\"):
                        guard index + 1 < json.count, json[index + 1] != UInt8(ascii: "u") else {
                            return nil
                        }
                        letters.append(0)
                        // The letter of an escape such as \n is not part of the text.
                        index += 2
                        continue
                    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letters.append(byte | 0x20)
                    default: letters.append(byte)
                    }
                    index += 1
                    continue
                }
                let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                guard index + length <= json.count,
                    let scalar = Unicode.Scalar(
                        json[index + 1..<index + length].reduce(
                            UInt32(byte) & (0x7F >> UInt32(length))
                        ) { $0 << 6 | UInt32($1 & 0x3F) }
                    )
                else { return nil }
                switch Spelling.of(scalar) {
                case .letters(let folded, _): letters.append(contentsOf: folded)
                case .single: letters.append(contentsOf: json[index..<index + length])
                case .separator: letters.append(0)
                case .accent, .ignored: break
                }
                index += length
            }
            return letters
        }
    }

    private static func contains(
        _ letters: UnsafeBufferPointer<UInt8>,
        _ run: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard letters.count >= run.count else { return false }
        for start in 0...letters.count - run.count where letters[start] == run[0] {
            var length = 1
            while length < run.count, letters[start + length] == run[length] { length += 1 }
            if length == run.count { return true }
        }
        return false
    }
}
