/// What clients of a server may use; the defaults suit a learner's own server.
package struct Limits: Sendable {
    /// Simultaneous connections, over all listeners together.
    package var connections = 384
    /// Bytes of bodies in memory, over all connections together: two of the largest that any route takes.
    package var bodyMemory = 40 << 20
    /// Bytes for the head of a request on each connection; a larger head is refused.
    package var connectionMemory = 32 << 10
    /// Threads of each listener that read and write.
    package var networkThreads = 2
    /// Threads that run handlers, which may block.
    package var workers = 8
    /// How long a connection may be idle between two requests.
    package var idle: Duration = .seconds(60)
    /// How long a client may take to send the head of a request.
    package var head: Duration = .seconds(15)
    /// How long a body may arrive at any rate.
    package var bodyGrace: Duration = .seconds(15)
    /// The bytes a second at which it must arrive after that, on average.
    package var bodyRate = 1000
    /// How long a client that has just connected may take to send its request when the server stops.
    package var firstRequest: Duration = .milliseconds(100)
    /// How often connections are checked for clients that are slow or have disconnected.
    package var checkInterval: Duration = .milliseconds(500)

    package init() {}
}
