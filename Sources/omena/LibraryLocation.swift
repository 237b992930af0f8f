import FoundationEssentials
import Glibc
import Library
import Server

/// Where the library lies: `--library`, else `OMENA_LIBRARY`, else the learner's data folder.
struct LibraryLocation {
    let path: String
    /// What opens it, should it be locked.
    let keys: KeyHolder
    /// The default folder is made when it is missing; a folder that somebody names has to be there.
    private let isDefault: Bool

    /// Takes `--library` and `--passphrase-fd` from the arguments of a command.
    init(_ arguments: inout Arguments) throws(Failure) {
        let path = try arguments.value(of: "--library")
        try self.init(named: path, keys: KeyHolder(&arguments))
    }

    init(named path: String?, keys: KeyHolder) throws(Failure) {
        let environment = ProcessInfo.processInfo.environment
        self.keys = keys
        func folder(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        if let named = path ?? folder("OMENA_LIBRARY") {
            guard !named.isEmpty else { throw .usage("--library wants the name of a file") }
            self.path = named
            isDefault = false
            return
        }
        // The base directory specification has a relative XDG_DATA_HOME ignored.
        let data = folder("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let base = data ?? folder("HOME").map({ "\($0)/.local/share" }) else {
            throw Failure("there is no home folder for the library; name one with --library FILE")
        }
        self.path = "\(base)/omena/library.omena"
        isDefault = true
    }

    /// The socket at which a running server is found by the other commands.
    var socket: String { "\(path)-socket" }

    /// Refuses to go on where there is no library; one that cannot be seen is left to whoever opens it.
    func checkThere() throws(Failure) {
        guard access(path, F_OK) != 0, errno == ENOENT else { return }
        throw Failure("there is no library at \(path); name another with --library FILE")
    }

    /// Opens the library here, asking for its key where it is locked.
    func open() throws(Failure) -> Library {
        let locked = try Failure.telling { () throws(LibraryError) in try LockedLibrary(at: path) }
        guard let locked else {
            return try Failure.telling { () throws(LibraryError) in
                try Library.open(at: path, now: SystemClock.clock.now)
            }
        }
        do throws(Failure) {
            return try keys.unlock(locked)
        } catch {
            locked.close()
            throw error
        }
    }

    /// Makes the default folder, readable by its owner alone.
    func prepare() throws(Failure) {
        guard isDefault else { return }
        let folder = String(path.dropLast("/library.omena".count))
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw Failure("cannot make the folder \(folder); name a library with --library FILE")
        }
    }
}
