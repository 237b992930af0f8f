internal import Glibc
import Languages
package import Library
package import LibraryValues
import Notes

extension Library {
    /// Syncs with the peer at an address, or with all that this library calls.
    ///
    /// - Parameters:
    ///   - code: Pairs with that peer first.
    ///   - progress: Called with the share that is done, from 0 to 1.
    package func sync(
        at address: String?,
        code: String?,
        progress: Library.Progress = { _ in }
    ) throws(LibraryError) -> [SyncResult] {
        var results: [SyncResult] = []
        for peer in try peersToSync(at: address, code: code) {
            results.append(try sync(with: peer, progress: progress))
        }
        return results
    }

    /// The peer at an address, which is paired with first if there is a code, or all that this library calls.
    package func peersToSync(
        at typed: String?,
        code: String?
    ) throws(LibraryError) -> [SyncPeer] {
        var address: SyncAddress?
        do {
            address = try typed.map { text throws(SyncProblem) in try SyncAddress(text) }
            if let address, let code { _ = try pair(at: address, code: code) }
        } catch let problem as SyncProblem {
            throw .refused(problem.words)
        } catch {
            throw error as? LibraryError ?? .failed(reason: "\(error)")
        }
        let called = try peers().filter { $0.address != nil }
        guard let address else {
            guard !called.isEmpty else {
                throw .refused(
                    "This library isn’t paired with a server yet. Give the server’s address and the code shown in its Settings › Sync."
                )
            }
            return called
        }
        let named = called.filter { $0.address == address.description }
        guard !named.isEmpty else {
            throw .refused(
                "This library isn’t paired with \(address.description) yet. Give the code shown in its Settings › Sync."
            )
        }
        return named
    }

    /// Exchanges a code for a token, and remembers the peer; pairing with the same address again replaces its token.
    package func pair(
        at address: SyncAddress,
        code: String,
        isOnlyPublic: Bool = false,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> PeerID {
        let connection = SyncConnection(
            address,
            isOnlyPublic: isOnlyPublic,
            isCancelled: isCancelled
        )
        let reply = try connection.pair(code: code, as: DeviceName.current)
        let name = String(reply.name.tidied.prefix(100))
        for old in try peers() where old.address == address.description {
            _ = try removePeer(old.id)
        }
        return try addPeer(
            name: name.isEmpty ? address.authority : name,
            address: address.description,
            token: reply.token
        )
    }

    /// Syncs with a peer that this library calls.
    ///
    /// - Parameters:
    ///   - pageLimit: The most bytes of a page.
    ///   - progress: Called with the share that is done, from 0 to 1.
    package func sync(
        with peer: SyncPeer,
        pageLimit: Int = 4 << 20,
        isOnlyPublic: Bool = false,
        isCancelled: @escaping @Sendable () -> Bool = { false },
        progress: Library.Progress = { _ in }
    ) throws(LibraryError) -> SyncResult {
        guard let address = try? SyncAddress(peer.address ?? "") else {
            throw .failed(reason: "the address of \(peer.name) is not valid")
        }
        let connection = SyncConnection(
            address,
            token: peer.token ?? "",
            isOnlyPublic: isOnlyPublic,
            isCancelled: isCancelled
        )
        return try SyncRun.perform(
            in: self,
            with: peer,
            over: connection,
            pageLimit: pageLimit,
            progress: progress
        )
    }
}

/// How this computer calls itself.
package enum DeviceName {
    package static var current: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
