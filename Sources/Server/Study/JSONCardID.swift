import Notes

/// The id of a card as JSON: `["369…","en>fi"]`.
struct JSONCardID: Decodable {
    let id: CardID

    init(from decoder: any Decoder) throws {
        var parts = try decoder.unkeyedContainer()
        id = CardID(note: try parts.decode(NoteID.self), face: try parts.decode(Face.self))
    }
}
