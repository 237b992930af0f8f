/// What a session that is kept somewhere has to know of the engine that made it.
public enum Engine {
    /// Goes up whenever the same seed and the same answers would lead somewhere else.
    public static let version = 1
}
