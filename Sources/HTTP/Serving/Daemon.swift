internal import CMicrohttpd
internal import Glibc

/// libmicrohttpd for the clients of one listener.
///
/// `@unchecked Sendable`: only the C callbacks use it while it runs, and it is started and stopped by one thread.
final class Daemon: @unchecked Sendable {
    let server: Server
    let isUnix: Bool
    let isSecure: Bool
    let listener: Listener
    private let tls: TLS?
    private let diagnosis: UnsafeMutablePointer<omena_mhd_diagnosis>
    // Set while the server starts, before any callback, and read when it stops.
    private var handle: OpaquePointer?

    /// - Parameter tls: The certificate, if it is not that of the listener.
    init(for listener: Listener, of server: Server, with tls: TLS? = nil) {
        self.listener = listener
        self.server = server
        switch listener.kind {
        case .unix: (isUnix, self.tls) = (true, nil)
        case .tcp(let own): (isUnix, self.tls) = (false, tls ?? own)
        }
        isSecure = self.tls != nil
        diagnosis = .allocate(capacity: 1)
        diagnosis.initialize(to: omena_mhd_diagnosis())
    }

    deinit {
        diagnosis.deallocate()
    }

    func start() throws(ServerError) {
        let limits = server.limits
        var settings = omena_mhd_settings()
        settings.threads = UInt32(limits.networkThreads)
        // Of each thread. NB: A client beyond it would be closed without a word; ours is the limit that is reached.
        settings.connections = UInt32(2 * limits.connections * limits.networkThreads)
        settings.idle_seconds = UInt32(max(1, limits.idle.components.seconds))
        settings.connection_memory = limits.connectionMemory
        settings.context = Unmanaged.passUnretained(self).toOpaque()
        settings.connection = notifyConnection
        settings.uri = notifyURI
        settings.access = access
        settings.completed = notifyCompleted
        if let tls {
            handle = tls.withTexts { certificate, key in
                settings.certificate = certificate
                settings.key = key
                return omena_mhd_start(&settings, diagnosis)
            }
        } else {
            handle = omena_mhd_start(&settings, diagnosis)
        }
        guard handle == nil else { return }
        throw tls == nil ? .cannotStart(complaint) : .badCertificate(complaint)
    }

    /// Accepts a client, and serves it as soon as there is a place for it.
    ///
    /// - Parameter flags: For `accept4`.
    /// - Returns: 0, or the number of the error.
    func accept(from socket: Int32, flags: Int32) -> Int32 {
        var client = omena_mhd_client()
        let error = omena_mhd_accept(&client, socket, flags)
        guard error == 0 else { return error }
        server.monitor.reserve()
        if omena_mhd_add(handle, &client) == 0 { server.monitor.unreserve() }
        return 0
    }

    /// Clients that connect from now on are refused at once instead of waiting in the queue.
    func refuseClients() {
        guard !listener.isHandedOver else { return }
        for socket in listener.sockets { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    /// Ends the threads; no connection may be suspended.
    func stop() {
        guard let handle else { return }
        MHD_stop_daemon(handle)
        self.handle = nil
    }

    private var complaint: String {
        let text = withUnsafeBytes(of: diagnosis.pointee.text) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return text.isEmpty
            ? "libmicrohttpd does not say why" : String(text.prefix { !$0.isNewline })
    }
}

extension TLS {
    fileprivate func withTexts<Result>(
        _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Result
    ) -> Result {
        String(decoding: certificate, as: UTF8.self).withCString { certificate in
            String(decoding: key, as: UTF8.self).withCString { key in body(certificate, key) }
        }
    }
}

// MARK: - Callbacks

private func connection(_ context: UnsafeMutableRawPointer?) -> ClientConnection? {
    context.map { Unmanaged<ClientConnection>.fromOpaque($0).takeUnretainedValue() }
}

private func notifyConnection(
    _ context: UnsafeMutableRawPointer?,
    _ handle: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_ConnectionNotificationCode
) {
    guard let context, let handle, let slot else { return }
    let daemon = Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
    switch code {
    case .CONNECTION_NOTIFY_STARTED:
        let connection = ClientConnection(handle, on: daemon)
        slot.pointee = Unmanaged.passRetained(connection).toOpaque()
        daemon.server.monitor.register(connection)
    case .CONNECTION_NOTIFY_CLOSED:
        guard let object = slot.pointee else { return }
        slot.pointee = nil
        let connection = Unmanaged<ClientConnection>.fromOpaque(object).takeRetainedValue()
        connection.end(isComplete: false)
        daemon.server.monitor.remove(connection)
    @unknown default: break
    }
}

private func notifyURI(
    _ context: UnsafeMutableRawPointer?,
    _ uri: UnsafePointer<CChar>?,
    _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let uri, let object = omena_mhd_socket_context(handle) else { return nil }
    let bytes = UnsafeRawBufferPointer(start: uri, count: strlen(uri))
    connection(object)?.begin(bytes.bindMemory(to: UInt8.self))
    omena_mhd_drop_query(uri)
    // Passed back to the callbacks below with each step of this request.
    return object
}

private func access(
    _ context: UnsafeMutableRawPointer?,
    _ handle: OpaquePointer?,
    _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?,
    _ data: UnsafePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let connection = connection(slot?.pointee), let method, let version, let size else {
        return .NO
    }
    let piece = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size.pointee)
    size.pointee = 0
    return connection.advance(method: method, version: version, piece: piece) ? .YES : .NO
}

private func notifyCompleted(
    _ context: UnsafeMutableRawPointer?,
    _ handle: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_RequestTerminationCode
) {
    connection(slot?.pointee)?.end(isComplete: code == .REQUEST_TERMINATED_COMPLETED_OK)
}
