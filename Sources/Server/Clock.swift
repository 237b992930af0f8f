package import Notes

/// The source of time, which tests replace.
package struct Clock: Sendable {
    package var now: @Sendable () -> Moment
    /// The learner's UTC offset in minutes.
    package var offset: @Sendable () -> Int

    package init(now: @escaping @Sendable () -> Moment, offset: @escaping @Sendable () -> Int) {
        self.now = now
        self.offset = offset
    }
}
