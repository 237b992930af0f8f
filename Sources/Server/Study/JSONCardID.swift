import Notes

/// A card's name as it is sent: `["369…","en>fi"]`.
struct WrittenCard: Decodable {
    let id: CardID

    init(from decoder: any Decoder) throws {
        var parts = try decoder.unkeyedContainer()
        let note = try parts.decode(NoteID.self)
        let text = try parts.decode(String.self)
        guard let face = Face(text) else {
            throw DecodingError.dataCorruptedError(
                in: parts,
                debugDescription: "“\(text.prefix(80))” is no face."
            )
        }
        id = CardID(note: note, face: face)
    }
}
