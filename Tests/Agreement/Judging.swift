import Recall

/// Answers of random code points, most of them a few slips away from what was expected.
enum Judging {
    static let pairs = 100

    /// Letters, marks, joiners, punctuation, digits, ideographs, hangul, and what is no code point at all.
    private static let codes: [UInt32] = [
        0x61, 0x62, 0x63, 0x64, 0x65, 0x65, 0x20, 0x20, 0x27, 0x2c, 0x2d, 0x2e, 0x2f, 0x31, 0x32,
        0x3b, 0xad, 0x301,
        0x309, 0x93f, 0x939, 0x200d, 0x3042, 0x3044, 0x4e00, 0x4e8c, 0xac00, 0xac01, 0xac1c, 0xfe0f,
        0x1f469,
        0x1f3fb, 0xffff_ffff,
    ]

    static func digest(_ number: UInt32) -> Digest {
        var chance = Chance(number)
        var digest = Digest()
        for _ in 0..<pairs {
            let expected = (0..<chance.next(below: 24)).map { _ in code(&chance) }
            var typed = expected
            for _ in 0..<chance.next(below: 4) { slip(&typed, &chance) }
            let judgement = Judgement(typed: typed, expected: expected)

            digest.add(Int32(judgement.verdict.rawValue))
            digest.add(Int32(judgement.alternative.lowerBound))
            digest.add(Int32(judgement.alternative.upperBound))
            digest.add(Int32(judgement.differences.count))
            for difference in judgement.differences {
                digest.add(Int32(difference.kind.rawValue))
                digest.add(Int32(difference.typed))
                digest.add(Int32(difference.expected))
            }
        }
        return digest
    }

    private static func code(_ chance: inout Chance) -> UInt32 {
        codes[Int(chance.next(below: UInt32(codes.count)))]
    }

    private static func slip(_ text: inout [UInt32], _ chance: inout Chance) {
        let place = Int(chance.next(below: UInt32(text.count + 1)))
        switch chance.next(below: 4) {
        case 0: text.insert(code(&chance), at: place)
        case 1: if place < text.count { text.remove(at: place) }
        case 2: if place < text.count { text[place] = code(&chance) }
        default: if place + 1 < text.count { text.swapAt(place, place + 1) }
        }
    }
}
