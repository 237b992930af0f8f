import Accounts
import Glibc
import Library
import Server

/// The path of the library: `--library`, else `OMENA_LIBRARY`, else in the data folder.
struct LibraryLocation {
    let path: String
    let keys: KeyHolder
    /// Only the default folder is created if it is missing.
    let isDefault: Bool
    /// The learner on a server of several whose library it is.
    let learner: LearnerLocation?

    /// The options that say which library a command works on.
    struct Options {
        let library: String?
        let learner: String?
        let accounts: String?
        let keys: KeyHolder

        /// Takes `--library`, `--learner`, `--accounts` and `--passphrase-fd` from the arguments of a command.
        init(_ arguments: inout Arguments) throws(Failure) {
            library = try arguments.value(of: "--library")
            learner = try arguments.value(of: "--learner")
            accounts = try arguments.value(of: "--accounts")
            keys = try KeyHolder(&arguments)
            guard learner == nil || library == nil else {
                throw .usage("give --library or --learner, not both")
            }
            guard learner != nil || accounts == nil else {
                throw .usage("say which learner with --learner NAME")
            }
        }

        /// Whether one of them was given.
        var areGiven: Bool { library != nil || learner != nil }
    }

    init(_ arguments: inout Arguments) throws(Failure) {
        try self.init(Options(&arguments))
    }

    init(_ options: Options) throws(Failure) {
        guard let learner = options.learner else {
            try self.init(named: options.library, keys: options.keys)
            return
        }
        try self.init(of: LearnerLocation(learner, in: options.accounts), keys: options.keys)
    }

    init(of learner: LearnerLocation, keys: KeyHolder = KeyHolder()) {
        self.learner = learner
        self.keys = keys
        path = learner.library
        isDefault = false
    }

    init(named path: String?, keys: KeyHolder) throws(Failure) {
        self.keys = keys
        learner = nil
        if let named = path ?? Environment["OMENA_LIBRARY"] {
            guard !named.isEmpty else { throw .usage("--library needs the name of a file") }
            self.path = named
            isDefault = false
            return
        }
        self.path = try Self.defaultFolder() + "/library.omena"
        isDefault = true
    }

    /// The folder of the data of this user.
    static func defaultFolder() throws(Failure) -> String {
        // The XDG specification says that a relative path must be ignored.
        let data = Environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        guard let base = data ?? Environment["HOME"].map({ "\($0)/.local/share" }) else {
            throw Failure(
                "there is no home folder for the library; give its path with --library FILE"
            )
        }
        return "\(base)/omena"
    }

    /// The socket at which other commands reach a running server.
    var socket: String { learner?.socket ?? "\(path)-socket" }

    /// The options that name the library in a command.
    var options: String { learner?.options ?? "--library \(path.quotedForShell)" }

    /// The command that serves the library.
    var servingCommand: String {
        learner.map { "omena serve --accounts \($0.folder.quotedForShell)" } ?? "omena serve"
    }

    /// That of the default library or of a learner's.
    private var folder: String { String(path.dropLast("/library.omena".count)) }

    /// The path before all addresses of the library on that server.
    var base: String { learner?.base ?? "" }

    /// Whether the library has a lock.
    func isSealed() throws(Failure) -> Bool {
        try Failure.wrap { () throws(LibraryError) in try LockedLibrary.isSealed(path) }
    }

    /// Fails if there is no library; that it cannot be accessed is found out when it is opened.
    func checkExists() throws(Failure) {
        try checkFolder()
        guard access(path, F_OK) != 0, errno == ENOENT else { return }
        try Failure.wrap { () throws(LibraryError) in try Library.checkPresence(at: path) }
        throw Failure("there is no library at \(path); give another path with --library FILE")
    }

    /// Fails for a learner whose library has never been opened, so that there is no folder for it either.
    func checkFolder() throws(Failure) {
        guard let learner else { return }
        guard access(folder, F_OK) != 0, errno == ENOENT else { return }
        throw Failure(
            "\(learner.account.name) has no library yet; it is created when they first sign in"
        )
    }

    /// Warns if other users of the machine can read the library, its media or its keys.
    func warnIfReadable() { FilePrivacy.warn(of: path, "\(path)-media", "\(path)-keys") }

    /// Opens the library, asking for the key of a locked one.
    func open() throws(Failure) -> Library {
        try checkFolder()
        let locked = try Failure.wrap { () throws(LibraryError) in try LockedLibrary(at: path) }
        let library: Library
        if let locked {
            do throws(Failure) {
                library = try keys.unlock(locked)
            } catch {
                locked.close()
                throw error
            }
        } else {
            library = try Failure.wrap { () throws(LibraryError) in
                try Library.open(at: path, now: SystemClock.clock.now)
            }
        }
        warnIfReadable()
        return library
    }

    /// Creates the default folder, readable by its owner only.
    func prepare() throws(Failure) {
        guard isDefault else { return }
        let advice = "; give the path of a library with --library FILE"
        try FilePrivacy.makeFolder(folder, orElse: advice)
    }
}
