import Notes
import Server
import Vault

/// Looks at the machine, the files and the network of one library, and changes nothing.
struct Doctor {
    let location: LibraryLocation
    /// Those of the server that runs, or of the one that is to be started.
    let options: ServeOptions
    /// Of the server that runs; nil where none answers.
    let status: ServerStatus?
    /// Whether something has the server's socket, but does not answer as this version of Omena does.
    let isServerSilent: Bool
    /// Whether it is a problem if no server runs.
    let isServerWanted: Bool

    func findings(of check: DoctorCheck) -> [Finding] {
        switch check {
        case .server: server
        case .port: port
        case .certificate: certificate
        case .proxy: proxy
        case .learners: []
        case .library: library
        case .permissions: permissions
        case .disk: disk
        case .backups: backups
        case .clock: clock
        case .dictionaries: dictionaries
        case .sandbox: sandbox
        }
    }

    var path: String { location.path }

    /// The library's folder.
    var folder: String { AtomicFile.folder(of: path) }

    /// What a server has in use: the library, or the folder of several learners.
    var served: String { options.accounts ?? path }

    /// The option that names it for `omena serve`.
    var servedOption: String {
        options.accounts.map { "--accounts \($0.quotedForShell)" } ?? location.options
    }

    /// Now, in seconds since 1970.
    var now: Int64 { SystemClock.clock.now().milliseconds / 1000 }
}
