import Accounts
import Fleet
import Notes
import Postgres
import Server
import Sodium

/// The PostgreSQL of a fleet, named by `--fleet`, else `OMENA_FLEET`, which does not show a password to other users.
struct FleetLocation {
    let pool: PostgresPool
    let store: PostgresStore

    /// - Parameter option: The value of `--fleet`.
    static func named(_ option: String?) -> String? {
        let address = option ?? Environment["OMENA_FLEET"] ?? ""
        return address.isEmpty ? nil : address
    }

    /// Connects, and creates the tables that are missing.
    ///
    /// - Parameter connections: The most that are open at the same time.
    init(_ address: String, connections: Int = 4) throws(Failure) {
        pool = try Failure.wrap { () throws(PostgresError) in
            PostgresPool(try PostgresAddress(address), most: connections)
        }
        store = PostgresStore(pool)
        let store = store
        try Failure.wrap { () throws(FleetError) in try store.prepare() }
    }

    /// The accounts of the fleet.
    ///
    /// - Parameter folder: Where this process has files.
    func accounts(in folder: String) throws(Failure) -> Accounts {
        let pool = pool
        let files = FleetFiles(store)
        return try Failure.wrap { () throws(AccountsError) in
            try Accounts(in: folder, over: pool, sharedFiles: files) {
                SystemClock.clock.now().milliseconds / 1_000
            }
        }
    }
}

/// The options of `omena serve` that make it a node of a fleet.
struct NodeOptions {
    let fleet: String
    let name: String
    /// Where the other nodes reach it.
    let host: String
    let port: Int
    /// Whether it may serve where what is acknowledged is on one server only.
    let allowsOneCopy: Bool

    var address: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    init?(_ arguments: inout Arguments) throws(Failure) {
        let option = try arguments.value(of: "--fleet")
        let name = try arguments.value(of: "--node")
        let at = try arguments.value(of: "--at")
        allowsOneCopy = arguments.flag("--one-copy")
        guard let fleet = option ?? (name == nil ? nil : FleetLocation.named(nil)) else {
            guard name == nil, at == nil, !allowsOneCopy else {
                throw .usage("--node, --at and --one-copy belong with --fleet")
            }
            return nil
        }
        guard let name, Self.isName(name) else {
            throw .usage("give the node a name of letters, digits and hyphens with --node NAME")
        }
        guard let at, let colon = at.lastIndex(of: ":"), colon != at.startIndex,
            let port = UInt16(at[at.index(after: colon)...])
        else {
            throw .usage("say where other nodes reach this one with --at HOST:PORT")
        }
        self.fleet = fleet
        self.name = name
        host = at[..<colon].filter { $0 != "[" && $0 != "]" }
        self.port = Int(port)
    }

    static func isName(_ text: String) -> Bool {
        1...63 ~= text.utf8.count
            && text.utf8.allSatisfy { byte in
                let character = Character(Unicode.Scalar(byte))
                return byte < 0x80 && (character.isLetter || character.isNumber || character == "-")
            }
    }
}

/// What the nodes of a fleet share besides the accounts themselves, stored in PostgreSQL.
private struct FleetFiles: SharedFiles {
    private let store: PostgresStore
    private var packs: StoredFile { StoredFile(store, of: .everybody) }

    init(_ store: PostgresStore) { self.store = store }

    func put(_ bytes: [UInt8], under digest: Digest) throws(AccountsError) {
        try translating { () throws(FleetError) in try packs.put(bytes, under: digest.bytes) }
    }

    func content(of digest: Digest) throws(AccountsError) -> [UInt8]? {
        try translating { () throws(FleetError) in
            do throws(FleetError) {
                return try packs.content(of: digest.bytes, limit: 512 << 20)
            } catch {
                if case .damaged = error { return nil }
                throw error
            }
        }
    }

    func deleteInterruptedUploads() throws(AccountsError) {
        try translating { () throws(FleetError) in
            try store.deleteInterruptedSharedUploads()
        }
    }

    func size(of account: Account) throws(AccountsError) -> Int {
        try translating { () throws(FleetError) in try store.size(for: account.learner) }
    }

    func deleteLibrary(of account: Account) throws(AccountsError) {
        try translating { () throws(FleetError) in
            try LibraryTransfer(store).delete(account.learner)
        }
    }

    private func translating<Result>(
        _ body: () throws(FleetError) -> Result
    ) throws(AccountsError) -> Result {
        do throws(FleetError) {
            return try body()
        } catch {
            throw .storage(reason: "\(error)")
        }
    }
}
