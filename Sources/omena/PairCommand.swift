import Accounts
import Pages
import Server

/// `omena pair`: asks a running server for a pairing code, and shows it.
struct PairCommand {
    private let location: LibraryLocation

    init(_ arguments: inout Arguments) throws(Failure) {
        location = try LibraryLocation(&arguments)
        try arguments.finish()
    }

    func run() throws(Failure) {
        if let learner = location.learner {
            throw Failure(
                "learners sign in, so no browser is paired; 'omena learner invite \(learner.account.name)' prints a link"
            )
        }
        Terminal.print(try Invitation(from: RunningServer(location)).text, isColored: true)
    }
}

/// A code that pairs one browser with a running server.
struct Invitation: Decodable {
    private let code: String
    private let address: String

    init(from server: RunningServer) throws(Failure) {
        self = try server.ask("POST", .pairingCodes, expecting: Self.self)
    }

    /// The code with its address, also as a QR code.
    var text: String {
        let picture = QRCode(address).map { "\n\($0.text(isColored: Terminal.isInteractive))\n" }
        return """
            \(picture ?? "")
            On the other device open \(address)
            and enter this code, within ten minutes:

                \(code)
            """
    }
}
