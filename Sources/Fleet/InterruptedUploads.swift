/// The pieces of files that lack their first piece, and since when they have been there.
///
/// Somebody may still be storing the file, or store the same one again, which needs them. So one is deleted only after it
/// has been there unchanged for a day, which is longer than any upload takes, and only as it was seen; whoever stores the first piece
/// checks that the others are there.
struct InterruptedUploads {
    struct Piece: Hashable {
        let digest: [UInt8]
        let part: Int64
        /// The transaction that has stored it; it is another one when the same piece is stored again.
        let transaction: String
    }

    private var since: [Piece: BootTime] = [:]

    private static let patience = Duration.seconds(86_400)

    /// Remembers which pieces there are; returns those that were there a day ago.
    mutating func old(among pieces: [Piece], at now: BootTime) -> [Piece] {
        let before = since
        since = Dictionary(pieces.map { ($0, before[$0] ?? now) }) { first, _ in first }
        return pieces.filter { piece in
            before[piece].map { $0 + Self.patience <= now } == true
        }
    }
}
