import Notes

/// The id of a card as JSON: `["369…","en>fi"]`.
struct JSONCardID: Decodable {
    let id: CardID

    init(from decoder: any Decoder) throws {
        var parts = try decoder.unkeyedContainer()
        let note = try parts.decode(NoteID.self)
        let text = try parts.decode(String.self)
        guard let face = Face(text) else {
            throw DecodingError.dataCorruptedError(
                in: parts,
                debugDescription: "“\(text.prefix(80))” is not a face."
            )
        }
        id = CardID(note: note, face: face)
    }
}
