public import Recall

/// Every address that Omena answers, read from a request and written into links by the same value.
public enum Route: Hashable, Sendable {
    case home
    /// A session in one mode over one deck.
    case study(Mode, deck: String)
    /// Takes a batch of events (POST).
    case reviews
    /// A file inside the executable, addressed by the hash of all of them, so that it never changes.
    case asset(version: String, name: String)
    /// A picture or sound of a note, by the hash of its content.
    case media(hash: String)
    case manifest
    /// Where a browser on another device enters its code (GET shows the form, POST takes it).
    case pair
}
