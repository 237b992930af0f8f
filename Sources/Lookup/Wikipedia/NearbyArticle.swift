public import Languages
public import Notes

/// An article of Wikipedia about something near a place.
public struct NearbyArticle: Hashable, Sendable {
    /// What it is called, in its own language.
    public var title: String
    /// What it is about in half a line; nil where nobody has said.
    public var about: String?
    /// The Wikipedia that it stands in.
    public var language: LanguageTag
    /// Where it is read.
    public var url: String
    /// Where the thing is; nil where the article does not say.
    public var place: Place?
    /// Metres from where it was asked for.
    public var distance: Double?
    /// Where a small picture of it is; nil where there is none.
    public var thumbnail: String?

    /// What that picture is called here, so that nobody but this server asks for it: its address by FNV-1a.
    public var pictureName: String? { thumbnail.map(Self.pictureName) }

    static func pictureName(of address: String) -> String {
        let hash = address.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }
}
