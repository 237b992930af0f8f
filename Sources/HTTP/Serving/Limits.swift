/// How much a server bears from its clients.
package struct Limits: Sendable {
    /// Connections at once, over all listeners together about this many.
    package var connections = 4000
    /// Memory for the head of a request on each connection, in bytes; a larger head is refused.
    package var connectionMemory = 32 << 10
    /// Threads that read and write on each listener.
    package var networkThreads = 2
    /// Threads that run handlers, which may block.
    package var workers = 8
    /// How long a connection may lie idle between two requests.
    package var idle: Duration = .seconds(60)
    /// How long a client may take to send the head of a request, from its connection or its first line on.
    package var head: Duration = .seconds(15)
    /// How long a body may come as slowly as it likes.
    package var bodyGrace: Duration = .seconds(15)
    /// How many bytes a second it must come at, on average, after that.
    package var bodyRate = 1000
    /// How long a client that was just let in may take to say what it wants where the server stops.
    package var welcome: Duration = .milliseconds(100)
    /// How often slow and vanished clients are looked for.
    package var patrol: Duration = .milliseconds(500)

    /// The limits that fit a learner's own server.
    package init() {}
}
