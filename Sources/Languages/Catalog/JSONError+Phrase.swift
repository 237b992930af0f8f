package import JSON

extension JSONError {
    /// The reason in words, which begin in lower case.
    package var phrase: Phrase {
        switch reason {
        case .missingValue: "a value is expected here"
        case .missingName: "a name in quotes is expected here"
        case .missingColon: "a colon should stand here"
        case .missingDigit: "a digit is expected here"
        case .missingCommaOrBrace: "a comma or } should stand here"
        case .missingCommaOrBracket: "a comma or ] should stand here"
        case .unexpectedEnd: "the text ends unexpectedly"
        case .textAfterEnd: "there is extra text after the end"
        case .tooDeep: "this is nested too deeply"
        case .duplicateName(let name): "“\(name.prefix(80))” appears here a second time"
        case .unterminatedString: "the text ends inside quotes"
        case .invalidUTF8: "this isn’t UTF-8"
        case .controlCharacter: "there is a control character inside quotes"
        case .unknownEscape: "this isn’t a valid escape sequence"
        case .invalidCodeUnit: "four hexadecimal digits are expected here"
        case .loneSurrogate: "there is only half a surrogate pair here"
        }
    }
}
