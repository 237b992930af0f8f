extension Face: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let face = Face(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "“\(text.prefix(80))” is not a face."
            )
        }
        self = face
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
