internal import Threads

/// The stamps of the latest transaction that wrote facts, from which the next one goes on.
///
/// Otherwise each would read what was written last, which takes an answer three queries. They are forgotten when a transaction fails, when
/// another program has written, when another file takes the library's place, and by whatever makes the file another replica or
/// reads what was written last, as merging does before it writes facts of its own.
final class LatestStamps: Sendable {
    private let state = Locked<OwnStamps?>(nil)

    var stamps: OwnStamps? { state.withLock { $0 } }

    func remember(_ stamps: OwnStamps) { state.withLock { $0 = stamps } }

    func forget() { state.withLock { $0 = nil } }
}
