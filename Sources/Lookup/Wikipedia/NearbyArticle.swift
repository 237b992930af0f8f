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
    /// A small picture of it; nil where there is none.
    public var thumbnail: String?
}
