import HTTP
import JSON
import Languages
import Notes
import Threads

extension Response {
    /// Lines of JSON, each sent as soon as it is known.
    ///
    /// - Parameter work: Runs in a thread of its own, which it may block. It calls `send` for each line, and stops when
    ///   `isCancelled` tells that the client has disconnected.
    static func lines<Line: Encodable & Sendable>(
        of type: Line.Type = Line.self,
        from work:
            @escaping @Sendable (
                _ send: @escaping @Sendable (Line) -> Void,
                _ isCancelled: @escaping @Sendable () -> Bool
            ) -> Void
    ) -> Response {
        // Task-local values do not reach the new thread.
        let language = InterfaceLanguage.current
        let base = SiteBase.path
        return .stream(type: "application/x-ndjson") { writer in
            let (lines, input) = AsyncStream.makeStream(of: Line.self)
            let isCancelled = Locked(false)
            defer { isCancelled.withLock { $0 = true } }
            Thread.start {
                SiteBase.$path.withValue(base) {
                    InterfaceLanguage.withCurrent(language) {
                        work({ input.yield($0) }, { isCancelled.withLock { $0 } })
                    }
                }
                input.finish()
            }
            for await line in lines { try await writer.write(JSONCoding.bytes(of: line) + [0x0A]) }
        }.cached(.never)
    }
}
