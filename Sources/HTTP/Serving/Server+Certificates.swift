internal import Threads

extension Server {
    /// Shows another certificate to clients that connect from now on; existing connections go on with the one they know.
    ///
    /// libmicrohttpd's daemons cannot change theirs, so a new daemon takes the place of the old one.
    ///
    /// - Throws: Why the certificate cannot be used; nothing has changed then.
    package func replaceCertificate(by tls: TLS) throws(ServerError) {
        try state.withLock { state throws(ServerError) in
            guard case .running(let acceptor) = state else { return }
            let daemons = listeners.compactMap { listener in
                if case .tcp(.some) = listener.kind {
                    Daemon(for: listener, of: self, with: tls)
                } else {
                    nil as Daemon?
                }
            }
            for daemon in daemons { try daemon.start() }
            let replaced = acceptor.replaceDaemons(by: daemons)
            retiredDaemons.withLock { retired in
                retired.removeAll { daemon in
                    guard monitor.hasNoClients(of: daemon) else { return false }
                    daemon.stop()
                    return true
                }
                retired += replaced
            }
        }
    }
}
