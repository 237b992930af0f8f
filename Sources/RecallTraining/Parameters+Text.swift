package import Recall

/// Why a text cannot be read as parameters.
package enum ParametersTextError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The text contains this word, which is not a number.
    case word(String)
    /// The numbers are not valid parameters.
    case numbers(ParametersError)

    package var description: String {
        switch self {
        case .word(let word): "they are numbers with commas between, not '\(word)'"
        case .numbers(let error): error.description
        }
    }
}

extension Parameters {
    /// Reads numbers separated by commas or white space, in brackets or not.
    package init(text: String) throws(ParametersTextError) {
        let separators: [Unicode.Scalar] = ["[", "]", ",", " ", "\t", "\n", "\r"]
        var values: [Double] = []
        for word in text.unicodeScalars.split(whereSeparator: separators.contains) {
            guard let value = Double(Substring(word)) else {
                let shown = word.prefix(24).map { $0.value < 0x20 ? "?" : String($0) }
                throw .word(shown.joined())
            }
            values.append(value)
        }
        do throws(ParametersError) { try self.init(values) } catch { throw .numbers(error) }
    }
}
