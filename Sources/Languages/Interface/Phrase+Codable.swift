extension Phrase: Codable {
    private enum CodingKeys: String, CodingKey {
        case key = "says"
        case arguments = "of"
    }

    /// Reads what `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            key: try values.decode(String.self, forKey: .key),
            arguments: try values.decodeIfPresent([Argument].self, forKey: .arguments) ?? []
        )
    }

    /// Writes the English text and what was put in, not the words of any language.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(key, forKey: .key)
        if !arguments.isEmpty { try values.encode(arguments, forKey: .arguments) }
    }
}

extension Phrase.Argument: Codable {
    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Int.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else {
            self = .phrase(try value.decode(Phrase.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .phrase(let phrase): try value.encode(phrase)
        }
    }
}
