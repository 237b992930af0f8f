/// The edition of a class's deck that a deck holds.
///
/// It is stored with the deck, so that undoing an edition or restoring a backup also brings the earlier number back.
package struct TakenEdition: Hashable, Codable, Sendable {
    /// Identifies the class on its server.
    package let publication: Int64
    /// Counted from 1.
    package let number: Int
    /// The hash of the edition's file, in hexadecimal digits, because restored accounts may have another edition of that number.
    package let pack: String

    package init(publication: Int64, number: Int, pack: String) {
        self.publication = publication
        self.number = number
        self.pack = pack
    }
}
