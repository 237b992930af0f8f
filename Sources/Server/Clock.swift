package import Notes

/// The door through which time comes in.
package struct Clock: Sendable {
    /// The moment it is.
    package var now: @Sendable () -> Moment
    /// Minutes that the learner's clock is ahead of UTC.
    package var offset: @Sendable () -> Int

    /// A clock of the given hands.
    package init(now: @escaping @Sendable () -> Moment, offset: @escaping @Sendable () -> Int) {
        self.now = now
        self.offset = offset
    }
}
