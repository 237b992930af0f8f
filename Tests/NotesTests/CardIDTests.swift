import Notes
import Testing

struct CardIDTests {
    /// Seeds must never change, because other devices and later versions compute the same schedules from them.
    @Test(
        arguments: [
            (1, "1", 0x1c20be35d2ca5e7a),
            (1, "2", 0xd9de27f11817281f),
            (2, "1", 0x7b8d7ade6026f651),
            (3_696_000_000_000_000_001, "en>ja-Latn", 0xc50c4fff5975a9be),
            (.max, "map", 0xcc7d256e06d2449a),
            (-1, "c500", 0x8acef4461ef8ca09),
        ] as [(Int64, String, UInt64)]
    )
    func seedsAreStable(note: Int64, face: String, seed: UInt64) throws {
        let card = CardID(note: NoteID(rawValue: note), face: try #require(Face(face)))

        #expect(card.seed == seed)
    }
}
