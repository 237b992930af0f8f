import Fetch
import Pages

/// `omena pair`: asks a running server for a pairing code, and shows it.
struct PairCommand {
    private let location: LibraryLocation

    init(_ arguments: inout Arguments) throws(Failure) {
        location = try LibraryLocation(&arguments)
        try arguments.finish()
    }

    func run() throws(Failure) {
        let answer = try RunningServer(location).ask(
            "POST",
            .pairingCodes,
            expecting: Invitation.self
        )
        let code = QRCode(answer.address)
        let picture = code.map { "\n\($0.text(isColored: Terminal.isInteractive))\n" } ?? ""
        Terminal.print(
            """
            \(picture)
            On the other device open \(answer.address)
            and enter this code, within ten minutes:

                \(answer.code)
            """
        )
    }

    private struct Invitation: Decodable {
        let code: String
        let address: String
    }
}
