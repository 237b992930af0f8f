/// The version of the engine, stored with sessions.
package enum Engine {
    /// Has to be increased whenever the same seed and answers would lead to a different session.
    package static let version = 1
}
