import HTTP
import Languages
import Threads

extension Response {
    /// Lines of JSON, each sent as soon as `work` tells it; `work` has a thread of its own, on which it may block.
    ///
    /// - Parameter work: What it tells are the lines; when `hasLeft` says so, nobody listens any more.
    static func lines<Line: Encodable & Sendable>(
        of type: Line.Type = Line.self,
        from work:
            @escaping @Sendable (
                _ tell: @escaping @Sendable (Line) -> Void,
                _ hasLeft: @escaping @Sendable () -> Bool
            ) -> Void
    ) -> Response {
        // The thread knows nothing of the request that it answers.
        let language = InterfaceLanguage.current
        return .stream(type: "application/x-ndjson") { writer in
            let (lines, telling) = AsyncStream.makeStream(of: Line.self)
            let hasLeft = Locked(false)
            defer { hasLeft.withLock { $0 = true } }
            Thread.start {
                InterfaceLanguage.$current.withValue(language) {
                    work({ telling.yield($0) }, { hasLeft.withLock { $0 } })
                }
                telling.finish()
            }
            for await line in lines { try await writer.write(encode(line) + [0x0A]) }
        }.cached(.never)
    }
}
