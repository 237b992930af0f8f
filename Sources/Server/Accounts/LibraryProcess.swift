import HTTP
package import Library
package import Processes
internal import Threads

/// A child of this process that serves one library behind a socket: one with a lock, because locking executes the program
/// again, so that nothing of the library stays in its memory.
///
/// It ends when this process does. When it has ended, requests that it has not answered fail, also those that still wait in
/// the socket's queue.
package final class LibraryProcess: Sendable {
    /// What the child says of its library.
    package enum Message: UInt8 {
        /// Nobody has unlocked it, or it has no lock.
        case closed
        /// Ending the child would lock it, or interrupt work on its files.
        case unlocked
    }

    private struct State {
        var isUnlocked = false
        var hasEnded = false
    }

    private let library: String
    private let forwarder: Forwarder
    private let process: Int32
    private let lifeline: Lifeline
    private let state = Locked(State())

    /// How long it may take to finish what it does.
    private static let longestEnd = Duration.seconds(20)

    /// - Parameters:
    ///   - library: The path of the library, in a folder that only this user can open, beside which the socket is.
    ///   - start: Starts the child, which gets the socket and its end of the lifeline; returns its number.
    package init(
        ofLibraryAt library: String,
        _ start: (_ socket: Int32, _ lifeline: Lifeline) -> Int32?
    ) throws(LibraryError) {
        self.library = library
        let socket = library + "-forwarding"
        let listener: Listener
        do throws(ServerError) {
            listener = try .unix(replacing: socket)
        } catch {
            throw .failed(reason: error.description)
        }
        guard let (own, childs) = Lifeline.pair() else {
            listener.close()
            throw .failed(reason: "there are too many open files")
        }
        let process = start(listener.sockets[0], childs)
        childs.close()
        guard let process else {
            listener.close()
            own.close()
            throw .failed(reason: "the process of a library could not be started")
        }
        (self.process, lifeline) = (process, own)
        forwarder = Forwarder(toSocket: socket)
        Thread.start { self.watch(listener) }
    }

    /// Whether ending it would lock a library that is unlocked.
    var isUnlocked: Bool { state.withLock { $0.isUnlocked } }

    /// Whether the child is gone, and has left nothing to be closed.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Whether it has ended, or does within a second.
    func endsNow() -> Bool {
        state.withLock(when: { $0.hasEnded }, orAt: .now + .seconds(1)) { $0.hasEnded }
    }

    func forward(_ request: Request, from client: ForwardedClient) async throws -> Response {
        try await forwarder.forward(request, adding: ForwardedClient.header, client.text)
    }

    /// Ends it; returns when it has closed its library.
    func end() {
        state.withLock { state in
            if !state.hasEnded { lifeline.finish() }
        }
        let isRunning = state.withLock(when: { $0.hasEnded }, orAt: .now + Self.longestEnd) {
            state in
            if !state.hasEnded { ChildProcess.kill(process) }
            return !state.hasEnded
        }
        if isRunning { state.withLock(when: { $0.hasEnded }) { _ in } }
    }

    private func watch(_ listener: Listener) {
        while let byte = lifeline.receive() {
            setUnlocked(Message(rawValue: byte) == .unlocked)
        }
        ChildProcess.waitForEnd(of: process)
        // Requests that it has not accepted would wait for ever.
        listener.close()
        // If it was killed, it may have left an upload, which must be gone before the next process starts.
        LockedLibrary.deleteLeftoverFiles(of: [library])
        state.withLock { state in
            // Under the lock, so that neither its number nor the descriptor is another's already when `end()` uses them.
            _ = ChildProcess.wait(for: process)
            lifeline.close()
            state.hasEnded = true
        }
        // Only now, because it takes a while, and whoever asks for the library waits for the next process.
        setUnlocked(false)
    }

    private func setUnlocked(_ isUnlocked: Bool) {
        let wasUnlocked = state.withLock { state in
            defer { state.isUnlocked = isUnlocked }
            return state.isUnlocked
        }
        // So that what passed through this process while the library was open does not stay in memory that nobody uses.
        if wasUnlocked, !isUnlocked { FreeMemory.giveBack() }
    }
}
