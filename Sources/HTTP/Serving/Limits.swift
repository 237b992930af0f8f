/// How much a server bears from its clients.
public struct Limits: Sendable {
    /// Connections at once, over all listeners together about this many.
    public var connections = 4000
    /// Memory for the head of a request on each connection, in bytes; a larger head is refused.
    public var connectionMemory = 32 << 10
    /// Threads that read and write on each listener.
    public var networkThreads = 2
    /// Threads that run handlers, which may block.
    public var workers = 8
    /// How long a connection may lie idle between two requests.
    public var idle: Duration = .seconds(60)
    /// How long a client may take to send the head of a request, from its connection or its first line on.
    public var head: Duration = .seconds(15)
    /// How long a body may come as slowly as it likes.
    public var bodyGrace: Duration = .seconds(15)
    /// How many bytes a second it must come at, on average, after that.
    public var bodyRate = 1000
    /// How long a client that was just let in may take to say what it wants where the server stops.
    public var welcome: Duration = .milliseconds(100)
    /// How often slow and vanished clients are looked for.
    public var patrol: Duration = .milliseconds(500)

    /// The limits that fit a learner's own server.
    public init() {}
}
