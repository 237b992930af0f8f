package import Recall

/// Why a text cannot be read as parameters.
package enum ParametersTextError: Error, Equatable, Sendable, CustomStringConvertible {
    /// This word is no number.
    case word(String)
    /// The numbers are no parameters.
    case numbers(ParametersError)

    /// What is wrong with the parameters, in plain words.
    package var description: String {
        switch self {
        case .word(let word): "they are numbers with commas between, not '\(word)'"
        case .numbers(let error): error.description
        }
    }
}

extension Parameters {
    /// Reads numbers as people and programs write them: with commas or space between, in brackets or not.
    package init(text: String) throws(ParametersTextError) {
        let ends: [Unicode.Scalar] = ["[", "]", ",", " ", "\t", "\n", "\r"]
        var values: [Double] = []
        for word in text.unicodeScalars.split(whereSeparator: ends.contains) {
            guard let value = Double(Substring(word)) else {
                let shown = word.prefix(24).map { $0.value < 0x20 ? "?" : String($0) }
                throw .word(shown.joined())
            }
            values.append(value)
        }
        do throws(ParametersError) { try self.init(values) } catch { throw .numbers(error) }
    }
}
