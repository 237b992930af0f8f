public import Notes

/// The door through which time comes in.
public struct Clock: Sendable {
    /// The moment it is.
    public var now: @Sendable () -> Moment
    /// Minutes that the learner's clock is ahead of UTC.
    public var offset: @Sendable () -> Int

    /// A clock of the given hands.
    public init(now: @escaping @Sendable () -> Moment, offset: @escaping @Sendable () -> Int) {
        self.now = now
        self.offset = offset
    }
}
