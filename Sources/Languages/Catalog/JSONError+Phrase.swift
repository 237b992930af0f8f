package import JSON

extension JSONError {
    /// The reason in words, which begin in lower case.
    package var phrase: Phrase {
        switch reason {
        case .missingValue: "a value should stand here"
        case .missingName: "a name in quotes should stand here"
        case .missingColon: "a colon should stand here"
        case .missingDigit: "a digit should stand here"
        case .missingCommaOrBrace: "a comma or } should stand here"
        case .missingCommaOrBracket: "a comma or ] should stand here"
        case .unexpectedEnd: "the text ends too early"
        case .textAfterEnd: "there is something after the end"
        case .tooDeep: "this is nested too deeply"
        case .duplicateName(let name): "“\(name.prefix(80))” stands here a second time"
        case .unterminatedString: "the text ends within quotes"
        case .invalidUTF8: "this is not UTF-8"
        case .controlCharacter: "a control character stands within quotes"
        case .unknownEscape: "nothing is written \\ and then this"
        case .invalidCodeUnit: "four hexadecimal digits should stand here"
        case .loneSurrogate: "half a surrogate pair stands here"
        }
    }
}
