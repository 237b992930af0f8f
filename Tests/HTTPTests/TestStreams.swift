import Testing

@testable import HTTP

extension Response {
    /// Three events, each of which is followed by a wait at a gate.
    static func events(waitingAt gate: Gate) -> Response {
        .stream(type: "text/event-stream") { writer in
            for number in 1...3 {
                try await writer.write("data: \(number)\n\n")
                await gate.pass()
            }
        }
    }

    /// Pieces of 100,000 bytes, which are counted when they have been written.
    static func pieces(_ count: Int, countedBy written: Tally) -> Response {
        .stream(type: "application/octet-stream") { writer in
            for _ in 0..<count {
                try await writer.write([UInt8](repeating: 1, count: 100_000))
                written.add(100_000)
            }
        }
    }
}

extension RawClient {
    /// Expects the events of `Response.events`, each as soon as it is written.
    func expectEvents(opening gate: Gate) throws {
        send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        for number in 1...3 {
            // The producer waits at the gate, so this arrived before anything else was written.
            if number == 1 { try readHead() }
            #expect(try chunk() == Array("data: \(number)\n\n".utf8))
            gate.open()
        }
        #expect(try chunk() == nil)
    }

    /// Expects `Response.pieces`, of which little is written before it is read.
    func expectPieces(_ count: Int, countedBy written: Tally) throws {
        send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        try readHead()
        var read = 0
        while let chunk = try chunk() {
            read += chunk.count
            // Between the two are the server's buffers and the system's.
            #expect(written.total - read < 16_000_000)
        }
        #expect(read == count * 100_000)
    }
}
