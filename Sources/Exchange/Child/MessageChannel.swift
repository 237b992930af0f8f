internal import Glibc

/// One end of a connection between a process and its child that reads a file: messages with a kind and a length.
struct MessageChannel: Sendable {
    enum Kind: UInt8 {
        // What the process asks for.
        case open, items, medium
        // What the child answers: a file opened, some items, the end of them, a medium, none, or what is wrong.
        case opened, someItems, end, content, none, refused
    }

    struct Message {
        let kind: Kind
        let bytes: [UInt8]
    }

    /// The other process has ended, or sent what no process of ours sends.
    struct Broken: Error {}

    let descriptor: Int32

    /// The most bytes of one message: a catalog is sent whole.
    private static let mostBytes = 512 << 20

    func send(_ kind: Kind, _ bytes: [UInt8] = []) throws(Broken) {
        guard bytes.count <= Self.mostBytes else { throw Broken() }
        var head = [kind.rawValue]
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: bytes.count).littleEndian) { head += $0 }
        // Most messages are small, and one call is faster than two.
        if bytes.count < 1 << 16 { return try write(head + bytes) }
        try write(head)
        try write(bytes)
    }

    /// - Parameter limit: The most bytes that the message may have.
    func receive(atMost limit: Int = mostBytes) throws(Broken) -> Message {
        let head = try read(5)
        let count = head[1...].reversed().reduce(0) { $0 << 8 | Int(truncatingIfNeeded: $1) }
        guard let kind = Kind(rawValue: head[0]), count <= min(limit, Self.mostBytes) else {
            throw Broken()
        }
        return Message(kind: kind, bytes: try read(count))
    }

    private func read(_ count: Int) throws(Broken) -> [UInt8] {
        var isComplete = true
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            while length < count {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[length...])
                let done = Glibc.read(descriptor, rest.baseAddress, rest.count)
                if done < 0, errno == EINTR { continue }
                guard done > 0 else {
                    isComplete = false
                    return
                }
                length += done
            }
        }
        guard isComplete else { throw Broken() }
        return bytes
    }

    private func write(_ bytes: [UInt8]) throws(Broken) {
        var start = 0
        while start < bytes.count {
            let done = bytes[start...].withUnsafeBytes {
                Glibc.send(
                    descriptor,
                    $0.baseAddress,
                    $0.count,
                    Int32(truncatingIfNeeded: MSG_NOSIGNAL)
                )
            }
            if done < 0, errno == EINTR { continue }
            guard done > 0 else { throw Broken() }
            start += done
        }
    }
}
