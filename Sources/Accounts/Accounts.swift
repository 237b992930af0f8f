internal import FoundationEssentials
internal import Glibc
package import Postgres
internal import SQLite
internal import Sodium
internal import Threads
internal import Vault

/// The learners of a server: who they are, how they sign in, and in which browsers they have.
///
/// They are in a SQLite file of their own, `accounts.omena`, which commands change also while the server runs.
package final class Accounts: Sendable {
    package let folder: String
    private let store: Store
    let sharedFiles: (any SharedFiles)?
    let now: @Sendable () -> Int64

    /// Where they are.
    private enum Store: Sendable {
        case file(Locked<OpenFile>)
        case fleet(PostgresPool, Locked<[[UInt8]: KnownSession]>)
    }

    private struct OpenFile {
        let connection: AccountsConnection
        /// Looked up since the accounts changed last, by the digests of their secrets.
        var sessions: [[UInt8]: StoredSession] = [:]
        /// The version of the file that they are from.
        var version: Int64?
    }

    /// What a node was told of a session lately.
    private struct KnownSession {
        let session: StoredSession?
        let since: Instant
    }

    /// The file's mark, "Omac".
    private static let applicationID: Int32 = 0x4F6D_6163
    /// How long a node does not ask again: so long a sign-out on another node may take to have an effect.
    private static let sessionMemory = Duration.seconds(1)
    private static let mostKnownSessions = 20_000

    /// Opens the accounts in a folder; what is missing is created, readable by its owner only.
    ///
    /// - Parameter now: The current moment in seconds.
    package init(in folder: String, now: @escaping @Sendable () -> Int64) throws(AccountsError) {
        self.folder = folder
        self.now = now
        sharedFiles = nil
        do {
            try PrivateFolder.create(folder, withParents: true)
        } catch {
            throw .storage(reason: "the folder \(folder) cannot be created")
        }
        do {
            try PrivateFile.create(Self.file(in: folder))
            let connection = try Connection(
                path: Self.file(in: folder),
                access: .write,
                applicationID: Self.applicationID
            )
            try connection.transaction(.write) {
                try connection.execute(script: Self.schema + Self.classSchema)
            }
            store = .file(Locked(OpenFile(connection: .sqlite(connection))))
        } catch {
            throw .storage(reason: "\(error)")
        }
    }

    /// Opens the accounts in a folder only for reading, which creates no file and changes neither the accounts nor their log.
    ///
    /// - Parameter now: The current moment in seconds.
    package init(
        reading folder: String,
        now: @escaping @Sendable () -> Int64
    ) throws(AccountsError) {
        self.folder = folder
        self.now = now
        sharedFiles = nil
        let path = Self.file(in: folder)
        do {
            // Without a write-ahead log nobody has the file open, and an ordinary connection would create one.
            let hasLog = FileManager.default.fileExists(atPath: "\(path)-wal")
            let connection = try Connection(
                path: path,
                access: hasLog ? .read : .overlay,
                applicationID: Self.applicationID
            )
            store = .file(Locked(OpenFile(connection: .sqlite(connection))))
        } catch {
            throw .storage(reason: "\(error)")
        }
    }

    /// Opens the accounts of a fleet.
    ///
    /// - Parameters:
    ///   - folder: Where this node has its files.
    ///   - pool: Of the fleet's PostgreSQL, in which missing tables are created.
    ///   - sharedFiles: Where the nodes share the rest.
    package init(
        in folder: String,
        over pool: PostgresPool,
        sharedFiles: any SharedFiles,
        now: @escaping @Sendable () -> Int64
    ) throws(AccountsError) {
        self.sharedFiles = sharedFiles
        self.folder = folder
        self.now = now
        store = .fleet(pool, Locked([:]))
        do {
            for sql in AccountsConnection.tables(Self.schema + Self.classSchema) {
                try pool.create(sql)
            }
        } catch {
            throw .storage(reason: "\(error)")
        }
    }

    package var areInFleet: Bool { if case .fleet = store { true } else { false } }

    package static func exist(in folder: String) -> Bool {
        FileManager.default.fileExists(atPath: file(in: folder))
    }

    package static func file(in folder: String) -> String { "\(folder)/accounts.omena" }

    private static let schema = """
        CREATE TABLE IF NOT EXISTS account (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, title TEXT NOT NULL, role TEXT NOT NULL,
            quota INTEGER NOT NULL, made INTEGER NOT NULL, seen INTEGER, closed INTEGER
        ) STRICT;
        CREATE TABLE IF NOT EXISTS credential (
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, kind TEXT NOT NULL, key BLOB NOT NULL,
            site TEXT NOT NULL, proof BLOB NOT NULL, counter INTEGER NOT NULL, made INTEGER NOT NULL,
            PRIMARY KEY (account, kind, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS credential_of_key ON credential (key);
        CREATE TABLE IF NOT EXISTS session (
            id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, browser TEXT NOT NULL, made INTEGER NOT NULL,
            seen INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS session_account (
            session INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, made INTEGER NOT NULL,
            PRIMARY KEY (session, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS session_of_account ON session_account (account);
        CREATE TABLE IF NOT EXISTS invitation (
            digest BLOB PRIMARY KEY, account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            expires INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS token_key (
            key BLOB PRIMARY KEY, made INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS clock (id INTEGER PRIMARY KEY, readings TEXT NOT NULL) STRICT;
        """

    // MARK: - Reading

    package func account(named name: LearnerName) throws(AccountsError) -> Account? {
        try read { try Self.accounts($0, SQL("WHERE name = ?", name.text)).first }
    }

    package func account(_ id: AccountID) throws(AccountsError) -> Account? {
        try read { try Self.accounts($0, SQL("WHERE id = ?", id.rawValue)).first }
    }

    /// All of them, by name.
    package func all() throws(AccountsError) -> [Account] {
        try read { try Self.accounts($0, SQL("ORDER BY name")) }
    }

    /// - Parameter rest: What follows `FROM account`.
    static func accounts(_ connection: AccountsConnection, _ rest: SQL) throws -> [Account] {
        var accounts: [Account] = []
        try connection.forEach(selection + SQL("FROM account") + rest) {
            accounts.append(try account($0))
        }
        return accounts
    }

    /// The beginning of a query, with the nine columns that `account` reads.
    static let selection = SQL(
        """
        SELECT account.id, name, title, role, quota, account.made, account.seen, closed,
            EXISTS (SELECT 1 FROM credential WHERE credential.account = account.id)
        """
    )

    static func account(_ row: AccountsRow) throws -> Account {
        guard let name = LearnerName(row.text(1)), let role = Account.Role(rawValue: row.text(3))
        else { throw AccountsError.storage(reason: "a row of account is damaged") }
        return Account(
            id: AccountID(rawValue: row.int64(0)),
            name: name,
            title: row.text(2),
            role: role,
            quota: row.int(4),
            made: row.int64(5),
            seen: row.int64OrNil(6),
            closed: row.int64OrNil(7),
            canSignIn: row.bool(8)
        )
    }

    // MARK: - Changing

    /// Adds a learner, whose library is created when it is first opened.
    package func add(
        _ name: LearnerName,
        title: String,
        role: Account.Role = .learner
    ) throws(AccountsError) -> Account {
        let now = now()
        return try write { connection in
            let taken = try Self.accounts(connection, SQL("WHERE name = ?", name.text))
            guard taken.isEmpty else { throw AccountsError.taken(name) }
            var random = SecureGenerator()
            let id = Int64.random(in: 1...(.max), using: &random)
            try connection.run(
                """
                INSERT INTO account (id, name, title, role, quota, made)
                VALUES (:id, :name, :title, :role, :quota, :made)
                """,
                [
                    "id": id, "name": name.text, "title": Account.title(title, of: name),
                    "role": role.rawValue, "quota": Int64(Account.usualQuota), "made": now,
                ]
            )
            return try Self.found(AccountID(rawValue: id), connection)
        }
    }

    package func change(
        _ id: AccountID,
        title: String? = nil,
        role: Account.Role? = nil,
        quota: Int? = nil
    ) throws(AccountsError) -> Account {
        try write { connection in
            let account = try Self.found(id, connection)
            let role = role ?? account.role
            if account.role == .admin, role != .admin { try Self.checkOtherAdmin(id, connection) }
            try connection.run(
                "UPDATE account SET title = :title, role = :role, quota = :quota WHERE id = :id",
                [
                    "id": id.rawValue,
                    "title": title.map { Account.title($0, of: account.name) } ?? account.title,
                    "role": role.rawValue, "quota": Int64(quota ?? account.quota),
                ]
            )
            return try Self.found(id, connection)
        }
    }

    /// Closes an account: nobody can sign in or use its invitations any more, and its files are deleted after the grace period.
    package func close(_ id: AccountID) throws(AccountsError) -> Account {
        let now = now()
        return try write { connection in
            if try Self.found(id, connection).role == .admin {
                try Self.checkOtherAdmin(id, connection)
            }
            try connection.run(
                "UPDATE account SET closed = coalesce(closed, :now) WHERE id = :id",
                ["id": id.rawValue, "now": now]
            )
            try Self.signOutEverywhere(id, connection)
            try connection.run(
                "DELETE FROM invitation WHERE account = :id",
                ["id": id.rawValue]
            )
            return try Self.found(id, connection)
        }
    }

    package func reopen(_ id: AccountID) throws(AccountsError) -> Account {
        try write { connection in
            try connection.run(
                "UPDATE account SET closed = NULL WHERE id = :id",
                ["id": id.rawValue]
            )
            return try Self.found(id, connection)
        }
    }

    /// The folder of a learner's files.
    package func path(of account: Account) -> String { "\(folder)/\(account.id.folder)" }

    /// The path of a learner's library.
    package func library(of account: Account) -> String {
        "\(path(of: account))/library.omena"
    }

    /// How many bytes the files of a learner take, with those of their classes.
    package func size(of account: Account) -> Int {
        if let size = try? sharedFiles?.size(of: account) {
            return size + ((try? publishedSize(of: account)) ?? 0)
        }
        let folder = path(of: account)
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return names.reduce((try? publishedSize(of: account)) ?? 0) { size, file in
            var status = stat()
            return lstat("\(folder)/\(file)", &status) == 0 ? size + Int(status.st_size) : size
        }
    }

    /// Whether files in a folder, whose path may be resolved, count towards a learner's size; not in memory, or in a fleet.
    package func counts(filesIn folder: String, of account: Account) -> Bool {
        sharedFiles == nil && folder.contains("/\(account.id.folder)/")
    }

    /// How many bytes the files of a learner may still grow by; negative where they are too large already.
    package func remainingBytes(of account: Account) -> Int { account.quota - size(of: account) }

    /// The same by the quota as it is now; nil where the accounts can't be read, so that nothing is refused.
    package func remainingBytes(of id: AccountID) -> Int? {
        guard let account = try? self.account(id) else { return nil }
        return remainingBytes(of: account)
    }

    /// Folders of libraries that belong to no account.
    package func strayFolders() throws(AccountsError) -> [String] {
        let known = Set(try all().map(\.id.folder))
        let names = { (path: String) in
            (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
        }
        return names("\(folder)/learners").flatMap { part in
            names("\(folder)/learners/\(part)").map { "learners/\(part)/\($0)" }
        }.filter { !known.contains($0) }.map { "\(folder)/\($0)" }
    }

    private static func found(_ id: AccountID, _ connection: AccountsConnection) throws -> Account {
        guard let account = try accounts(connection, SQL("WHERE id = ?", id.rawValue)).first
        else { throw AccountsError.noAccount }
        return account
    }

    private static func checkOtherAdmin(_ id: AccountID, _ connection: AccountsConnection) throws {
        let others = try accounts(
            connection,
            SQL("WHERE role = 'admin' AND closed IS NULL AND id <> ?", id.rawValue)
        )
        guard !others.isEmpty else { throw AccountsError.lastAdmin }
    }

    // MARK: - Transactions

    func read<Result>(
        _ body: (AccountsConnection) throws -> Result
    ) throws(AccountsError) -> Result {
        try translating {
            switch store {
            case .file(let file):
                try file.withLock { try $0.connection.transaction(.read, body) }
            case .fleet(let pool, _):
                try AccountsConnection.read(through: pool, body)
            }
        }
    }

    @discardableResult
    func write<Result>(
        _ body: (AccountsConnection) throws -> Result
    ) throws(AccountsError) -> Result {
        try translating {
            switch store {
            case .file(let file):
                return try file.withLock { file in
                    // The version changes only with what other connections write.
                    defer { file.sessions = [:] }
                    return try file.connection.transaction(.write, body)
                }
            case .fleet(let pool, let sessions):
                defer { sessions.withLock { $0 = [:] } }
                return try AccountsConnection.write(through: pool, body)
            }
        }
    }

    /// The session with this digest; a file is read only if it has changed, and a fleet's PostgreSQL once a second.
    func storedSession(_ digest: [UInt8]) throws(AccountsError) -> StoredSession? {
        switch store {
        case .file(let file):
            return try translating {
                try file.withLock { file in
                    let version = try file.connection.version()
                    if file.version != version { file.sessions = [:] }
                    file.version = version
                    if let session = file.sessions[digest] { return session }
                    let session = try file.connection.transaction(.read) {
                        try Self.storedSession(digest, $0)
                    }
                    file.sessions[digest] = session
                    return session
                }
            }
        case .fleet(_, let sessions):
            let start = Instant.now
            let known = sessions.withLock { $0[digest] }
            if let known, start < known.since + Self.sessionMemory { return known.session }
            let session = try read { try Self.storedSession(digest, $0) }
            sessions.withLock { known in
                if known.count >= Self.mostKnownSessions { known = [:] }
                known[digest] = KnownSession(session: session, since: start)
            }
            return session
        }
    }

    private func translating<Result>(_ body: () throws -> Result) throws(AccountsError) -> Result {
        do {
            return try body()
        } catch let error as AccountsError {
            throw error
        } catch let error as DatabaseError {
            throw AccountsError(error)
        } catch {
            throw .storage(reason: "\(error)")
        }
    }
}
