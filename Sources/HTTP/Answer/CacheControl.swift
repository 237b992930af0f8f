/// How long, and by whom, a response may be kept.
package struct CacheControl: Hashable, Sendable {
    /// The value of the header.
    package let value: String

    /// Nobody keeps it: pages that show what is a learner's own.
    package static let never = CacheControl(value: "no-store")
    /// The browser keeps it and asks each time whether it is still the one.
    package static let revalidated = CacheControl(value: "no-cache")
    /// It never changes: its address holds a hash of it.
    package static let forever = CacheControl(value: "public, max-age=31536000, immutable")

    /// The browser alone keeps it for a while.
    package static func browser(for duration: Duration) -> CacheControl {
        CacheControl(value: "private, max-age=\(max(0, duration.components.seconds))")
    }
}
