import Fetch
internal import JSON
import Library
package import LibraryValues
import Notes

/// How a peer's server is reached: each request blocks its thread, and all share one connection.
package struct SyncConnection: ~Copyable {
    package let address: SyncAddress
    package var token = ""
    /// Whether only addresses on the internet are connected to, because a learner may not look around in the server's network.
    package var isOnlyPublic = false
    package var isCancelled: @Sendable () -> Bool = { false }
    private let connection = FetchConnection()

    package init(
        _ address: SyncAddress,
        token: String = "",
        isOnlyPublic: Bool = false,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.address = address
        self.token = token
        self.isOnlyPublic = isOnlyPublic
        self.isCancelled = isCancelled
    }

    /// Exchanges a code for a token.
    package func pair(code: String, as name: String) throws(SyncProblem) -> PairingReply {
        let body = JSONCoding.bytes(of: PairingQuestion(code: code, name: name))
        // Somebody waits for it in front of a page.
        let response = try send("POST", "/sync/pair", body, "application/json", timeout: 10)
        switch response.status {
        case 200: break
        case 401: throw .badCode
        case 429: throw .tooManyCodes
        default: throw problem(of: response)
        }
        guard let reply = try? JSONCoding.decode(PairingReply.self, from: response.body) else {
            throw .notOmena
        }
        return reply
    }

    func exchange(_ question: SyncMessage<SyncQuestion>) throws(SyncProblem) -> SyncMessage<
        SyncReply
    > {
        let response = try send("POST", "/sync/facts", question.bytes, SyncWire.contentType)
        guard response.status == 200 else { throw problem(of: response) }
        return try SyncMessage(bytes: response.body)
    }

    /// Fetches everything of the peer at once; false where it has to come as facts.
    func fetch(_ copy: ReceivedCopy) throws(SyncProblem) -> Bool {
        var request = request("GET", "/sync/library", limit: .max)
        request.keepsBody = false
        return try sent { () throws(FetchError) in
            try connection.send(request, isCancelled: isCancelled) { try copy.take($0) }
        }.status == 200
    }

    /// Whether the peer has taken everything at once; otherwise it has to go as facts.
    func put(_ copy: FirstCopy) throws(SyncProblem) -> Bool {
        let request = request("PUT", "/sync/library", SyncWire.contentType)
        return try sent { () throws(FetchError) in
            try connection.send(
                request,
                uploading: { try copy.next() },
                isCancelled: isCancelled
            )
        }.status == 204
    }

    /// All pictures and sounds that the peer needs.
    func neededMedia() throws(SyncProblem) -> [String] {
        try hashes(in: send("GET", "/sync/media/lacking"))
    }

    /// Those of some pictures and sounds that the peer lacks too.
    func lackingMedia(among hashes: [MediaHash]) throws(SyncProblem) -> Set<MediaHash> {
        let body = JSONCoding.bytes(of: MediaHashes(hashes.map(\.description)))
        let response = try send("POST", "/sync/media/lacking", body, "application/json")
        return Set(try self.hashes(in: response).compactMap { MediaHash($0) })
    }

    private func hashes(in response: FetchResponse) throws(SyncProblem) -> [String] {
        guard response.status == 200 else { throw problem(of: response) }
        guard let reply = try? JSONCoding.decode(MediaHashes.self, from: response.body) else {
            throw .differentVersion
        }
        return reply.hashes
    }

    /// A picture or sound; nil if the peer lacks it too.
    func media(_ hash: MediaHash) throws(SyncProblem) -> [UInt8]? {
        let response = try send("GET", "/sync/media/\(hash)", limit: SyncWire.largestMedium)
        switch response.status {
        case 200: return response.body
        case 404: return nil
        default: throw problem(of: response)
        }
    }

    /// Whether the peer has taken a picture or sound; it may not need it any more.
    func put(_ bytes: [UInt8], as hash: MediaHash) throws(SyncProblem) -> Bool {
        let response = try send("PUT", "/sync/media/\(hash)", bytes, "application/octet-stream")
        switch response.status {
        case 204: return true
        case 409: return false
        default: throw problem(of: response)
        }
    }

    private func send(
        _ method: String,
        _ path: String,
        _ body: [UInt8] = [],
        _ type: String? = nil,
        limit: Int = SyncWire.largestMessage,
        timeout: Int = 3_600
    ) throws(SyncProblem) -> FetchResponse {
        var request = request(method, path, type, limit: limit)
        request.body = body
        request.timeout = timeout
        return try sent { () throws(FetchError) in
            try connection.send(request, isCancelled: isCancelled)
        }
    }

    private func request(
        _ method: String,
        _ path: String,
        _ type: String? = nil,
        limit: Int = SyncWire.largestMessage
    ) -> FetchRequest {
        var request = FetchRequest(method, address.description + path)
        if let type { request.headers.append(("Content-Type", type)) }
        if !token.isEmpty { request.headers.append(("Authorization", "Bearer \(token)")) }
        request.maximumBytes = limit
        request.timeout = 3_600
        request.patience = 60
        request.isOnlyPublic = isOnlyPublic
        return request
    }

    private func sent(
        _ send: () throws(FetchError) -> FetchResponse
    ) throws(SyncProblem) -> FetchResponse {
        do throws(FetchError) {
            return try send()
        } catch {
            throw SyncProblem(error)
        }
    }

    private func problem(of response: FetchResponse) -> SyncProblem {
        struct Refusal: Decodable { let error: String }
        let words = (try? JSONCoding.decode(Refusal.self, from: response.body))?.error
        return switch response.status {
        case 401: .revoked
        case 404, 405: .notOmena
        case 503 where words != nil: .locked
        default: words.map { .told($0) } ?? .notOmena
        }
    }
}

extension SyncProblem {
    fileprivate init(_ error: FetchError) {
        self =
            switch error {
            case .unreachable: .unreachable
            case .untrusted: .untrusted
            case .timedOut, .brokenOff, .cancelled: .interrupted
            case .tooLong: .differentVersion
            case .failed(let words): .told(words)
            }
    }
}
