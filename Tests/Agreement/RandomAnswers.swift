import Recall

/// Answers of random code points, most of them a few typing errors away from the expected ones.
enum RandomAnswers {
    static let pairs = 100

    /// Letters, marks, joiners, punctuation, digits, ideographs, Hangul, and invalid code points.
    private static let codes: [UInt32] = [
        0x61, 0x62, 0x63, 0x64, 0x65, 0x65, 0x20, 0x20, 0x27, 0x2c, 0x2d, 0x2e, 0x2f, 0x31, 0x32,
        0x3b, 0xad, 0x301,
        0x309, 0x93f, 0x939, 0x200d, 0x3042, 0x3044, 0x4e00, 0x4e8c, 0xac00, 0xac01, 0xac1c, 0xfe0f,
        0x1f469,
        0x1f3fb, 0xffff_ffff,
    ]

    static func digest(_ number: UInt32) -> Digest {
        var random = RandomNumbers(number)
        var digest = Digest()
        for _ in 0..<pairs {
            let expected = (0..<random.next(below: 24)).map { _ in code(&random) }
            var typed = expected
            for _ in 0..<random.next(below: 4) { addError(&typed, &random) }
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

    private static func code(_ random: inout RandomNumbers) -> UInt32 {
        codes[Int(random.next(below: UInt32(codes.count)))]
    }

    private static func addError(_ text: inout [UInt32], _ random: inout RandomNumbers) {
        let index = Int(random.next(below: UInt32(text.count + 1)))
        switch random.next(below: 4) {
        case 0: text.insert(code(&random), at: index)
        case 1: if index < text.count { text.remove(at: index) }
        case 2: if index < text.count { text[index] = code(&random) }
        default: if index + 1 < text.count { text.swapAt(index, index + 1) }
        }
    }
}
