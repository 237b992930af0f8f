import Testing

@testable import Recall

/// Compares the tables with the Unicode data of Swift's standard library.
struct CodePointTests {
    private static let scalars = (0...0x10_ffff as ClosedRange<UInt32>).compactMap(
        Unicode.Scalar.init
    )

    @Test func recognisesEveryMark() {
        let different = Self.scalars.filter { scalar in
            let isMark =
                switch scalar.properties.generalCategory {
                case .nonspacingMark, .spacingMark, .enclosingMark: true
                default: 0x1f3fb...0x1f3ff ~= scalar.value
                }
            return CodePoint.isMark(scalar.value) != isMark
        }
        #expect(different == [])
    }

    @Test func recognisesThePunctuationOfTheBasicPlane() {
        let kept: Set<Unicode.Scalar> = ["#", "%", "&", "*", "@", "\\", "_"]
        let added: Set<Unicode.Scalar> = ["`", "´"]
        let different = Self.scalars.filter { scalar in
            let isPunctuation =
                switch scalar.properties.generalCategory {
                case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
                    .dashPunctuation, .connectorPunctuation, .otherPunctuation:
                    scalar.value < 0x1_0000 && !kept.contains(scalar)
                default: added.contains(scalar)
                }
            return CodePoint.isPunctuation(scalar.value) != isPunctuation
        }
        #expect(different == [])
    }

    @Test func recognisesSpacesAndIgnorableCodePoints() {
        let different = Self.scalars.filter { scalar in
            let isIgnorable =
                scalar.properties.isDefaultIgnorableCodePoint && !(0xfff0...0xfff8 ~= scalar.value)
                && !(0x1_bca0...0x1_d17a ~= scalar.value) || scalar.value == 0x640
            return CodePoint.isSpace(scalar.value) != scalar.properties.isWhitespace
                || CodePoint.isIgnorable(scalar.value) != isIgnorable
        }
        #expect(different == [])
    }

    @Test(arguments: [0x11_0000, 0xd800, UInt32.max])
    func treatsInvalidCodePointsAsLetters(code: UInt32) {
        #expect(
            !CodePoint.isMark(code) && !CodePoint.isPunctuation(code) && !CodePoint.isSpace(code)
        )
    }
}
