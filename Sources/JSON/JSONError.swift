/// Why a text is not JSON, and where.
package struct JSONError: Error, Hashable {
    package enum Reason: Hashable, Sendable {
        case missingValue, missingName, missingColon, missingDigit
        case missingCommaOrBrace, missingCommaOrBracket
        case unexpectedEnd, textAfterEnd, tooDeep
        case duplicateName(String)
        case unterminatedString, invalidUTF8, controlCharacter
        case unknownEscape, invalidCodeUnit, loneSurrogate
    }

    package var line: Int
    /// In characters of the line, from 1.
    package var column: Int
    package var reason: Reason
}
