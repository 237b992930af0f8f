/// What a session that is kept somewhere has to know of the engine that made it.
package enum Engine {
    /// Goes up whenever the same seed and the same answers would lead somewhere else.
    package static let version = 1
}
