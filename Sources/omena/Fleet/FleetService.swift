import Accounts
import Fleet
import FoundationEssentials
internal import Glibc
import Library
import Server
import Threads

/// What makes `omena serve` a node of a fleet.
struct FleetService {
    let node: FleetNode
    let accounts: Accounts
    let access: FleetAccess
    private let lock: NodeLock

    /// One for each worker of `Limits.ofNode`, and some for leases and whatever else is not a request.
    private static let connections = 48

    /// Joins the fleet; returns when the node may hold libraries.
    init(_ options: NodeOptions, in folder: String) throws(Failure) {
        let location = try FleetLocation(options.fleet, connections: Self.connections)
        let isSafe = try Failure.wrap { () throws(FleetError) in
            try location.store.hasSynchronousStandby()
        }
        guard isSafe || options.allowsOneCopy else {
            throw Failure(
                "PostgreSQL has no synchronous standby, so that what is acknowledged would be on one server only; set one up, or accept that with --one-copy"
            )
        }
        try FilePrivacy.makeFolder(folder)
        lock = try NodeLock(in: folder)
        accounts = try location.accounts(in: folder)
        node = FleetNode(
            named: options.name,
            at: options.address,
            over: location.store,
            disk: DiskRoom(in: folder),
            report: { Terminal.log($0) }
        )
        let (node, lock) = (node, lock)
        try Failure.wrap { () throws(FleetError) in
            try node.start(after: lock.lastProcess) { lock.remember($0) }
        }
        let secret = try Failure.wrap { () throws(FleetError) in try location.store.secret() }
        access = FleetAccess(node, secret: secret)
    }

    /// Opens learners' libraries, which are created when they are first asked for.
    func open(
        _ account: Account,
        at path: String,
        by open: FleetNode.Opening
    ) throws(LibraryError) -> Library {
        guard try !LockedLibrary.isSealed(path) else {
            throw .failed(reason: "\(path) has a lock, and libraries in a fleet have none")
        }
        return try node.open(account.learner, at: path, by: open)
    }

    /// Gives the libraries away when an operator wants that.
    func drainWhenAsked(_ libraries: OpenLibraries) {
        Thread.start { [node] in
            node.waitForDrain()
            Terminal.log("giving all libraries away", .info)
            node.drain { libraries.giveAllAway() }
            Terminal.log("all libraries are given away", .info)
            libraries.closeGivenAway()
        }
    }

    /// Gives the libraries and the lease away, and passes on for a moment what still arrives, until balancers have noticed.
    func leave(_ libraries: OpenLibraries) {
        node.drain { libraries.giveAllAway() }
        libraries.closeGivenAway()
        node.end()
        Pause.wait(.seconds(1))
    }
}

/// The file that says which process used a node's folder last; one process at a time has it.
private final class NodeLock: Sendable {
    private let descriptor: Int32
    let lastProcess: String?

    init(in folder: String) throws(Failure) {
        let path = "\(folder)/node-lock"
        descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Failure("cannot write \(path)") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw Failure("another Omena uses \(folder) already")
        }
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        lastProcess =
            count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    deinit { close(descriptor) }

    func remember(_ process: String) {
        let bytes = Array(process.utf8)
        guard ftruncate(descriptor, 0) == 0 else { return }
        pwrite(descriptor, bytes, bytes.count, 0)
    }
}
