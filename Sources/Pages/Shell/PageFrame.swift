package import Languages
package import LibraryValues

/// What pages show that is not their own content: whose library it is, and what is to be said about it and its disk.
package struct PageFrame: Hashable, Sendable {
    /// Whether the library has a lock, so that browsers must not cache its pages.
    package var isLockable = false
    /// Why the library can't have a lock; nil where it can.
    package var lockRefusal: Phrase?
    /// Whether programs can reach the library, so that pages look every few seconds for what they want.
    package var isWatchingPrograms = false
    /// The worst problem of the library's disk; nil where there is none.
    package var diskProblem: DiskProblem?
    /// What the learner is called; nil on the server of a single learner.
    package var learner: String?
    /// New editions of decks that the learner has from classes, for the home page.
    package var news: [ClassNews] = []

    /// The frame of the pages that are rendered now.
    @TaskLocal package static var current = PageFrame()

    /// Runs `body` with a changed frame.
    package static func with<Result>(
        _ change: (inout PageFrame) -> Void,
        perform body: () throws -> Result
    ) rethrows -> Result {
        var frame = current
        change(&frame)
        return try $current.withValue(frame, operation: body)
    }

    /// The same for what takes its time.
    package static func with<Result>(
        _ change: (inout PageFrame) -> Void,
        perform body: () async throws -> Result
    ) async rethrows -> Result {
        var frame = current
        change(&frame)
        return try await $current.withValue(frame, operation: body)
    }
}
