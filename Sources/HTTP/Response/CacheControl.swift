/// How long, and by whom, a response may be cached.
package struct CacheControl: Hashable, Sendable {
    package let value: String

    /// For everything that shows what is the learner's own.
    package static let never = CacheControl(value: "no-store")
    /// Cached by browsers, but checked each time.
    package static let revalidated = CacheControl(value: "no-cache")
    /// For what never changes, because its address contains a hash of it.
    package static let forever = CacheControl(value: "public, max-age=31536000, immutable")
    /// The same for what is the learner's own: cached by the browser only.
    package static let foreverPrivate = CacheControl(value: "private, max-age=31536000, immutable")

    /// Cached by the browser only, for a while.
    package static func browser(for duration: Duration) -> CacheControl {
        CacheControl(value: "private, max-age=\(max(0, duration.components.seconds))")
    }
}
