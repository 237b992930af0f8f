import Testing

@testable import Recall

struct JudgementTests {
    private func judge(_ typed: String, _ expected: String) -> Judgement {
        Judgement(
            typed: typed.unicodeScalars.map(\.value),
            expected: expected.unicodeScalars.map(\.value)
        )
    }

    @Test(arguments: [
        ("apple", "apple"), (" apple ", "apple"), ("apple.", "apple!"), ("¿que?", "que"),
        ("dont", "don't"),
        ("usa", "u.s.a."), ("hello,world", "hello, world"), ("hello   world", "hello world"),
        ("run", "(run)"), ("colour", "colo(u)r"), ("email", "e-mail"), ("«oui»", "oui"),
        ("hello world", "hello—world"), ("り ん ご", "りんご"), ("你好吗", "你好吗？"), ("我,你", "我、你"),
        ("سلام؟", "سلام"), ("نه\u{200c}ها", "نهها"), ("−5", "-5"), ("...", "..."), ("?", "?"),
        ("a;b", "a;b"),
        ("1,000", "1,000"), ("c++", "c++"), ("हिन्दी", "हिन्दी।"),
    ])
    func ignoresInsignificantDifferences(typed: String, expected: String) {
        let judgement = judge(typed, expected)

        #expect(judgement.verdict == .exact)
        #expect(judgement.differences.allSatisfy { $0.kind == .same || $0.kind == .ignored })
    }

    @Test(arguments: [
        ("big", "big; large"), ("large", "big; large"), ("large", "big/large"),
        ("big; large", "big; large"),
        ("large, big", "large / big"), ("large/big", "big; large"),
        ("large; big", "big;large;huge"),
        ("big", "big;"), ("1/2", "1/2"), ("km", "km/h"), ("km/h", "km/h"),
        ("tomorrow", " ; tomorrow"),
        ("كبير", "صغير؛ كبير"), ("τι κανεις", "τι κανεις;"),
    ])
    func acceptsAnyAlternative(typed: String, expected: String) {
        #expect(judge(typed, expected).verdict == .exact)
    }

    @Test(arguments: [
        ("aple", "apple"), ("appple", "apple"), ("appel", "apple"), ("apqle", "apple"),
        ("tree", "trees"), ("tomorow", "tomorrow"), ("tommorow", "tomorrow"),
        ("ice cream", "icecream"),
        ("bananna", "apple; banana"), ("こんばちは", "こんにちは"), ("안녕하세여", "안녕하세요"), ("사가", "사과"),
        ("我中国人民", "我是中国人民"), ("cafe\u{300}s", "cafe\u{301}s"), ("hindī", "hindi"),
        ("1000", "1,000"),
    ])
    func treatsATypingErrorAsNear(typed: String, expected: String) {
        #expect(judge(typed, expected).verdict == .near)
    }

    @Test(arguments: [
        ("", "apple"), ("pear", "apple"), ("cat", "car"), ("ca", "cat"), ("apel", "apple"),
        ("tomorw", "tomorrow1"),
        ("1946", "1945"), ("35", "3.5"), ("12", "1/2"), ("1", "1/2"), ("5", "-5"), ("今日", "今月"),
        ("中国人", "中国"),
        ("学生们", "学生"), ("りんこ", "りんご"), ("c", "c++"), ("?", "!"), ("big; small", "big; large"),
        ("apple", ""), ("안", "녕"), ("", "?"), ("year 2001", "year 2002"),
    ])
    func treatsAnotherWordAsWrong(typed: String, expected: String) {
        #expect(judge(typed, expected).verdict == .wrong)
    }

    @Test func marksReplacedMissingExtraAndSwappedLetters() {
        typealias Kind = Difference.Kind
        func marks(_ typed: String, _ expected: String) -> [Difference] {
            judge(typed, expected).differences
        }
        func mark(_ kind: Kind, _ typed: Int, _ expected: Int) -> Difference {
            Difference(kind: kind, typed: typed, expected: expected)
        }

        #expect(marks("apple", "apple") == [mark(.same, 5, 5)])
        #expect(
            marks("apqle", "apple") == [
                mark(.same, 2, 2), mark(.replaced, 1, 1), mark(.same, 2, 2),
            ]
        )
        #expect(
            marks("aple", "apple") == [mark(.same, 1, 1), mark(.missing, 0, 1), mark(.same, 3, 3)]
        )
        #expect(
            marks("axpple", "apple") == [mark(.same, 1, 1), mark(.extra, 1, 0), mark(.same, 4, 4)]
        )
        #expect(marks("appel", "apple") == [mark(.same, 3, 3), mark(.swapped, 2, 2)])
        #expect(
            marks(" apple!", "apple") == [
                mark(.ignored, 1, 0), mark(.same, 5, 5), mark(.ignored, 1, 0),
            ]
        )
        #expect(marks("", "ab") == [mark(.missing, 0, 2)])
        #expect(marks("ab", "") == [mark(.extra, 2, 0)])
    }

    @Test func comparesWithTheClosestAlternative() {
        let judgement = judge("bananna", "apple; banana")

        #expect(judgement.alternative == 6..<13)
        #expect(
            judgement.differences == [
                Difference(kind: .ignored, typed: 0, expected: 1),
                Difference(kind: .same, typed: 4, expected: 4),
                Difference(kind: .extra, typed: 1, expected: 0),
                Difference(kind: .same, typed: 2, expected: 2),
            ]
        )
    }

    /// A vowel sign, an accent or a skin tone is always marked together with its letter.
    @Test func neverSeparatesAMarkFromItsLetter() {
        let accent = judge("cafe\u{300}", "cafe\u{301}").differences
        #expect(
            accent == [
                Difference(kind: .same, typed: 3, expected: 3),
                Difference(kind: .replaced, typed: 2, expected: 2),
            ]
        )

        let vowel = judge("की", "कि").differences
        #expect(vowel == [Difference(kind: .replaced, typed: 2, expected: 2)])

        let family = judge("👩‍👩‍👧", "👩‍👩‍👦").differences
        #expect(family == [Difference(kind: .replaced, typed: 5, expected: 5)])
    }

    @Test func comparesLongTextsWithoutAnAlignment() {
        let long = String(repeating: "word ", count: 200)

        #expect(judge(long + "!", long).verdict == .exact)
        let wrong = judge(long + "x", long)
        #expect(wrong.verdict == .wrong)
        #expect(wrong.differences == [Difference(kind: .replaced, typed: 1_001, expected: 1_000)])
    }

    /// For random texts, the segments cover both of them, and every text equals itself.
    @Test(arguments: 0..<30 as Range<UInt64>)
    func coversBothTextsWithoutGaps(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet: [UInt32] = [
            0x61, 0x62, 0x62, 0x63, 0x20, 0x20, 0x2e, 0x2c, 0x2d, 0x3b, 0x2f, 0x31, 0x32, 0x301,
            0x200d, 0xad, 0x4e00,
            0x3042, 0xac00, 0xac01, 0x1f469, 0x1f3fb, 0xfe0f, 0, 0xd800, .max,
        ]
        for _ in 0..<300 {
            func text() -> [UInt32] {
                (0..<random.next(below: 14)).map { _ in
                    alphabet[Int(random.next(below: UInt32(alphabet.count)))]
                }
            }
            let (typed, expected) = (text(), text())

            let judgement = Judgement(typed: typed, expected: expected)

            #expect(judgement.differences.reduce(0) { $0 + $1.typed } == typed.count)
            #expect(
                judgement.differences.reduce(0) { $0 + $1.expected } == judgement.alternative.count
            )
            #expect(
                expected.indices.contains(judgement.alternative.lowerBound)
                    || judgement.alternative == 0..<expected.count
            )
            #expect(judgement.alternative.upperBound <= expected.count)
            #expect(
                Judgement(typed: typed, expected: typed).verdict == .exact
                    || !Self.isReadable(typed)
            )
        }
    }

    private static func isReadable(_ text: [UInt32]) -> Bool {
        text.contains { !CodePoint.isSpace($0) && !CodePoint.isIgnorable($0) }
    }

    /// One typing error at any position of a word costs one, and is near from four letters on.
    @Test(arguments: 1...12)
    func acceptsOneTypingErrorFromFourLettersOn(length: Int) {
        let word = (0..<UInt32(length)).map { 0x61 + $0 }
        let verdict: Judgement.Verdict = length < 4 ? .wrong : .near

        for index in word.indices {
            var other = word
            other[index] = 0x7a
            var missing = word
            missing.remove(at: index)
            var extra = word
            extra.insert(0x7a, at: index)
            var swapped = word
            if index > 0 { swapped.swapAt(index - 1, index) } else { swapped.insert(0x7a, at: 0) }

            for typed in [other, missing, extra, swapped] {
                #expect(Judgement(typed: typed, expected: word).verdict == verdict)
            }
        }
    }
}
