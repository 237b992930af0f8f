import Glibc
import HTTP
import Threads

/// An answer of a library's process, as the server of several learners reads it.
private enum ForwardedAnswer: Equatable {
    case read(ForwardingConnection.ResponseHead, body: [UInt8])
    case refused(ForwardingError)

    /// Reads an answer that arrives in pieces.
    init(of pieces: [[UInt8]], isForHead: Bool) {
        var ends: [Int32] = [-1, -1]
        // Keeps the pieces apart.
        let type = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        precondition(socketpair(AF_UNIX, type, 0, &ends) == 0)
        for piece in pieces { precondition(send(ends[1], piece, piece.count, 0) == piece.count) }
        close(ends[1])
        let connection = ForwardingConnection(ends[0])
        let answer = Locked<Self?>(nil)
        Task {
            let read = await Self(over: connection, isForHead: isForHead)
            answer.withLock { $0 = read }
        }
        self = answer.withLock(when: { $0 != nil }) { answer in
            guard let answer else { preconditionFailure("The condition is met.") }
            return answer
        }
    }

    private init(over connection: ForwardingConnection, isForHead: Bool) async {
        do {
            let head = try await connection.readHead(isForHead: isForHead)
            var body: [UInt8] = []
            while let piece = try await connection.readBody() { body += piece }
            self = .read(head, body: body)
        } catch let error as ForwardingError {
            self = .refused(error)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

/// Reads an answer, whose first byte says in how large pieces it arrives: it means the same as in one piece.
func readAnswer(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let answer = bytes.dropFirst()
    let isForHead = first >= 128
    // No more pieces than wait in a socket.
    let size = max(1 + Int(first % 128), answer.count / 100)
    let pieces = stride(from: answer.startIndex, to: answer.endIndex, by: size).map {
        Array(answer[$0..<min($0 + size, answer.endIndex)])
    }

    let whole = ForwardedAnswer(of: [Array(answer)], isForHead: isForHead)
    precondition(ForwardedAnswer(of: pieces, isForHead: isForHead) == whole)
    guard case .read(let head, let body) = whole else { return }
    precondition(100...599 ~= head.status.rawValue)
    if case .length(let length) = head.framing { precondition(body.count == length) }
}
