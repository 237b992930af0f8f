/// The stored form of a phrase: its key and arguments, without a language.
///
/// `Phrase` itself is not `Codable`, so that none is sent to a browser by mistake instead of its text.
package struct StoredPhrase: Codable {
    package let phrase: Phrase

    private enum CodingKeys: String, CodingKey {
        case key = "says"
        case arguments = "of"
    }

    package init(_ phrase: Phrase) { self.phrase = phrase }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let arguments = try values.decodeIfPresent([StoredArgument].self, forKey: .arguments)
        phrase = Phrase(
            key: try values.decode(String.self, forKey: .key),
            arguments: arguments?.map(\.argument) ?? []
        )
    }

    /// Writes `{"says": "Moved %@ to “%@”", "of": [{"says": "%lld cards", "of": [3]}, "Food"]}`.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(phrase.key, forKey: .key)
        guard !phrase.arguments.isEmpty else { return }
        try values.encode(phrase.arguments.map(StoredArgument.init), forKey: .arguments)
    }
}

private struct StoredArgument: Codable {
    let argument: Phrase.Argument

    init(_ argument: Phrase.Argument) { self.argument = argument }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int.self) {
            argument = .number(number)
        } else if let text = try? value.decode(String.self) {
            argument = .text(text)
        } else {
            argument = .phrase(try value.decode(StoredPhrase.self).phrase)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch argument {
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .phrase(let phrase): try value.encode(StoredPhrase(phrase))
        }
    }
}
