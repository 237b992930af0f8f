import Server

/// What `omena serve` tells a person who starts it at a terminal.
extension ServeCommand {
    /// Where another Omena serves this library already, says where, and opens it for somebody at a desktop.
    ///
    /// - Returns: Whether the person has been led there.
    /// - Throws: If nobody can be led there.
    func pointToRunningServer() throws(Failure) -> Bool {
        let location = options.location
        guard let running = RunningServer(location).status else { return false }
        guard Desktop.isPresent, options.opensBrowser else {
            throw Failure(
                "another Omena (process \(running.program.process)) serves \(location.path) "
                    + "already, at \(running.address)"
            )
        }
        Terminal.print(
            "Omena is at \(running.address) already, in process \(running.program.process)"
        )
        Desktop.open(running.address)
        return true
    }

    /// Says what the server does and what a phone needs, and opens the browser, for somebody at a terminal.
    func welcome(at access: AccessPolicy) {
        guard Terminal.isInteractive else { return }
        Terminal.print("It serves \(options.location.path) until you press Ctrl-C.")
        Terminal.print(phoneAdvice, isColored: true)
        if options.opensBrowser, Desktop.isPresent { Desktop.open(access.origin) }
    }

    private var phoneAdvice: String {
        let server = RunningServer(options.location)
        guard let status = server.status, status.wantsPairing else {
            return """
                Your phone cannot reach it yet. It needs an address in your network, and a certificate that \
                the phone trusts:
                  omena serve --host 0.0.0.0 --tls-certificate FILE --tls-key FILE
                """
        }
        guard status.pairedBrowsers == 0, let invitation = try? Invitation(from: server) else {
            return "To pair another browser, run 'omena pair'."
        }
        return "Pair your phone:\n" + invitation.text
    }
}
