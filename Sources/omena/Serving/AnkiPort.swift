import AnkiConnect
import Fetch
import HTTP
import Server
import Threads

/// The port for programs that were written for Anki, which is opened and closed while Omena runs.
///
/// It is bound on this machine only, by a server of its own.
final class AnkiPort: Sendable {
    private struct State {
        var server: (server: HTTP.Server, port: Int)?
        /// What answers requests; nil until the library's gate is there.
        var service: ConnectService?
    }

    private let state = Locked(State())
    /// Whether `--anki-port` decides.
    let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    /// What the settings use.
    var listener: ConnectListener {
        ConnectListener(
            isFixed: isFixed,
            port: { self.port },
            open: { port throws(ConnectListenerError) in
                do throws(ServerError) {
                    try self.open(port)
                } catch {
                    throw ConnectListenerError(error.description)
                }
            },
            close: { self.close() }
        )
    }

    var port: Int? { state.withLock { $0.server?.port } }

    func use(_ service: ConnectService) { state.withLock { $0.service = service } }

    /// Bodies may contain minutes of video, as text.
    private static let bodyMemory = 400 << 20

    /// Opens a port; closes the one that is open.
    func open(_ port: Int) throws(ServerError) {
        if port != 0, self.port == port { return }
        let listener = try Listener.tcp(host: "localhost", port: port)
        try open(listener)
    }

    /// Opens a port that is bound already.
    func open(_ listener: Listener) throws(ServerError) {
        close()
        guard let service = state.withLock({ $0.service }) else {
            preconditionFailure("a port needs a service")
        }
        var limits = Limits()
        limits.bodyMemory = Self.bodyMemory
        let number = listener.port
        let server = HTTP.Server(
            listeners: [listener],
            limits: limits,
            refusal: { error, _ in .text(error.message + "\n", status: error.status) },
            handler: { head in service.handler(for: head, port: number) }
        )
        try server.start()
        state.withLock { $0.server = (server, number) }
    }

    func close() {
        let server = state.withLock { state in
            defer { state.server = nil }
            return state.server?.server
        }
        if let server { ServeCommand.finish { await server.stop() } }
    }
}

extension MediaDownloader {
    /// Downloads over the network, within ten seconds and a few redirects.
    static let fetching = MediaDownloader { address, isLocalAllowed throws(MediaDownloadError) in
        guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
            throw MediaDownloadError("only http and https addresses can be downloaded")
        }
        var request = FetchRequest("GET", address)
        request.timeout = 10
        request.connectTimeout = 5
        request.maximumBytes = MediaDownloader.largest
        request.maximumRedirects = 3
        request.isOnlyPublic = !isLocalAllowed
        do {
            let response = try request.send()
            guard (200..<300).contains(response.status) else {
                throw MediaDownloadError("the download failed with status \(response.status)")
            }
            return response.body
        } catch let error as MediaDownloadError {
            throw error
        } catch {
            throw MediaDownloadError("the download failed: \(error)")
        }
    }
}
