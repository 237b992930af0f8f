package import Languages
package import Notes

/// A Wikipedia article about something near a place.
package struct NearbyArticle: Hashable, Sendable {
    /// The title in its own language.
    package var title: String
    /// A short description, if there is one.
    package var about: String?
    /// The language of its Wikipedia.
    package var language: LanguageTag
    package var url: String
    /// Another URL of the article, without its title, so that a card can name its source on either side.
    package var source: String
    /// The position, if the article has one.
    package var place: Place?
    /// The distance from the requested point in metres.
    package var distance: Double?
    /// The URL of a thumbnail, if there is one.
    package var thumbnail: String?

    /// The thumbnail's name on this server, which fetches it on behalf of the browser: the FNV-1a hash of its URL.
    package var pictureName: String? { thumbnail.map(Self.pictureName) }

    static func pictureName(of address: String) -> String {
        let hash = address.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }
}
