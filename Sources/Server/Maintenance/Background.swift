package import Threads

/// Runs work in the background: in a thread of its own, or after other work where a server has many libraries.
typealias BackgroundWork = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

/// Where a gate does what nobody waits for.
package struct Background: Sendable {
    let delayed = DelayedWork()
    let perform: BackgroundWork
    /// The same for work that is to get only the time that everything else leaves.
    let performLast: BackgroundWork
    /// The same for work that may wait for another server.
    let sync: BackgroundWork

    /// In threads of its own.
    package init() {
        perform = { Thread.start($0) }
        performLast = { Thread.startInBackground($0) }
        sync = performLast
    }

    /// What the libraries of many learners share, so that their number does not determine that of threads.
    ///
    /// - Parameter queue: Runs what is to be done soon, one after the other on each of its threads.
    package init(sharing queue: WorkQueue) {
        perform = { queue.add($0) }
        let last = WorkQueue(threads: Self.lastAtOnce, isInBackground: true)
        performLast = { last.add($0) }
        let syncs = WorkQueue(threads: Self.syncsAtOnce, isInBackground: true)
        sync = { syncs.add($0) }
    }

    /// Two, so that a learner whose long log is fitted delays no other's.
    private static let lastAtOnce = 2
    /// So many learners' slow peers, at most, delay the syncs of others; a sync mostly waits.
    private static let syncsAtOnce = 16
}
