internal import SQLite
internal import Sodium

extension Accounts {
    package var packs: PackFolder { PackFolder(in: folder, before: sharedFiles) }

    static let classSchema = """
        CREATE TABLE IF NOT EXISTS publication (
            id INTEGER PRIMARY KEY, owner INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            name TEXT NOT NULL, deck INTEGER NOT NULL, made INTEGER NOT NULL, closed INTEGER,
            link TEXT UNIQUE, shows_progress INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX IF NOT EXISTS publication_of_owner ON publication (owner);
        CREATE TABLE IF NOT EXISTS edition (
            publication INTEGER NOT NULL REFERENCES publication ON DELETE CASCADE, number INTEGER NOT NULL,
            pack TEXT NOT NULL, size INTEGER NOT NULL, notes INTEGER NOT NULL, made INTEGER NOT NULL,
            PRIMARY KEY (publication, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS edition_medium (
            publication INTEGER NOT NULL, number INTEGER NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL,
            size INTEGER NOT NULL,
            PRIMARY KEY (publication, number, name),
            FOREIGN KEY (publication, number) REFERENCES edition ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS subscription (
            publication INTEGER NOT NULL REFERENCES publication ON DELETE CASCADE,
            account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
            shows_progress INTEGER NOT NULL, made INTEGER NOT NULL,
            PRIMARY KEY (publication, account)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS subscription_of_account ON subscription (account);
        """

    // MARK: - Reading

    package func publication(_ id: PublicationID) throws(AccountsError) -> Publication? {
        try read { try Self.publications($0, SQL("WHERE publication.id = ?", id.rawValue)).first }
    }

    /// The class that a link leads into.
    package func publication(linkedBy secret: String) throws(AccountsError) -> Publication? {
        let found = try read { try Self.publications($0, SQL("WHERE link = ?", secret)).first }
        return found.flatMap { $0.isOpen ? $0 : nil }
    }

    /// The open classes of a teacher, by name.
    package func publications(of owner: Account) throws(AccountsError) -> [Publication] {
        let rest = SQL(
            "WHERE owner = ? AND closed IS NULL ORDER BY name, publication.id",
            owner.id.rawValue
        )
        return try read { try Self.publications($0, rest) }.filter(\.isOpen)
    }

    /// All editions, latest first.
    package func editions(of publication: Publication) throws(AccountsError) -> [Edition] {
        try read { connection in
            try connection.rows(
                """
                SELECT number, pack, size, notes, made FROM edition WHERE publication = :id
                ORDER BY number DESC
                """,
                ["id": publication.id.rawValue]
            ) { try Self.edition($0, from: 0) }
        }
    }

    package func media(
        of edition: Edition,
        in publication: Publication
    ) throws(AccountsError) -> [EditionMedium] {
        try read { connection in
            try connection.rows(
                """
                SELECT name, digest, size FROM edition_medium
                WHERE publication = :id AND number = :number ORDER BY name
                """,
                ["id": publication.id.rawValue, "number": Int64(edition.number)]
            ) { row in
                EditionMedium(
                    name: row.text(0),
                    digest: try Self.digest(row.text(1)),
                    size: row.int(2)
                )
            }
        }
    }

    /// The classes that a learner is in, by name.
    package func subscriptions(of account: Account) throws(AccountsError) -> [Subscription] {
        try subscriptions { connection in
            let rest = SQL(
                """
                JOIN subscription ON subscription.publication = publication.id
                WHERE subscription.account = ? ORDER BY publication.name, publication.id
                """,
                account.id.rawValue
            )
            return try Self.publications(connection, rest).map { ($0, account) }
        }
    }

    /// The learners of a class with open accounts, by what pages call them.
    package func subscriptions(to publication: Publication) throws(AccountsError) -> [Subscription]
    {
        try subscriptions { connection in
            let rest = SQL(
                """
                JOIN subscription ON subscription.account = account.id
                WHERE subscription.publication = ? AND closed IS NULL ORDER BY title, name
                """,
                publication.id.rawValue
            )
            return try Self.accounts(connection, rest).map { (publication, $0) }
        }
    }

    package func subscription(
        of account: Account,
        to publication: Publication
    ) throws(AccountsError) -> Subscription? {
        try subscriptions { _ in [(publication, account)] }.first
    }

    /// The subscriptions among some pairs.
    private func subscriptions(
        _ pairs: (AccountsConnection) throws -> [(Publication, Account)]
    ) throws(AccountsError) -> [Subscription] {
        try read { connection in
            try pairs(connection).compactMap { publication, account in
                try connection.row(
                    """
                    SELECT shows_progress, made FROM subscription
                    WHERE publication = :publication AND account = :account
                    """,
                    ["publication": publication.id.rawValue, "account": account.id.rawValue]
                ) { row in
                    Subscription(
                        publication: publication,
                        account: account,
                        showsProgress: row.bool(0),
                        made: row.int64(1)
                    )
                }
            }
        }
    }

    /// How many bytes the editions of a teacher's open classes take.
    func publishedSize(of owner: Account) throws(AccountsError) -> Int {
        try read { connection in
            try connection.row(
                """
                SELECT CAST(coalesce(sum(size), 0) AS BIGINT)
                FROM (
                    SELECT pack AS digest, edition.size AS size
                    FROM edition JOIN publication ON edition.publication = publication.id
                    WHERE owner = :owner AND closed IS NULL
                    UNION
                    SELECT digest, size
                    FROM edition_medium JOIN publication ON edition_medium.publication = publication.id
                    WHERE owner = :owner AND closed IS NULL
                ) AS file
                """,
                ["owner": owner.id.rawValue]
            ) { $0.int(0) } ?? 0
        }
    }

    /// - Parameter rest: What follows `FROM publication`.
    private static func publications(_ connection: AccountsConnection, _ rest: SQL) throws
        -> [Publication]
    {
        var found: [(row: PublicationRow, edition: Edition)] = []
        let start = SQL(
            """
            SELECT publication.id, owner, publication.name, deck, publication.made, publication.closed,
                link, publication.shows_progress,
                edition.number, pack, edition.size, notes, edition.made
            FROM publication JOIN edition ON edition.publication = publication.id
                AND edition.number = (SELECT max(number) FROM edition AS other WHERE other.publication = publication.id)
            """
        )
        try connection.forEach(start + rest) { row in
            found.append((PublicationRow(row), try edition(row, from: 8)))
        }
        return try found.compactMap { row, edition in
            let owner = try accounts(connection, SQL("WHERE account.id = ?", row.owner)).first
            return owner.map { row.publication(of: $0, edition) }
        }
    }

    private struct PublicationRow {
        let id: Int64
        let owner: Int64
        let name: String
        let deck: Int64
        let made: Int64
        let closed: Int64?
        let link: String?
        let showsProgress: Bool

        init(_ row: AccountsRow) {
            id = row.int64(0)
            owner = row.int64(1)
            name = row.text(2)
            deck = row.int64(3)
            made = row.int64(4)
            closed = row.int64OrNil(5)
            link = row.textOrNil(6)
            showsProgress = row.bool(7)
        }

        func publication(of owner: Account, _ edition: Edition) -> Publication {
            Publication(
                id: PublicationID(rawValue: id),
                owner: owner,
                name: name,
                deck: deck,
                made: made,
                closed: closed,
                link: link,
                showsProgress: showsProgress,
                edition: edition
            )
        }
    }

    private static func edition(_ row: AccountsRow, from column: Int) throws -> Edition {
        Edition(
            number: row.int(column),
            pack: try digest(row.text(column + 1)),
            size: row.int(column + 2),
            notes: row.int(column + 3),
            made: row.int64(column + 4)
        )
    }

    private static func digest(_ text: String) throws -> Digest {
        guard let digest = Digest(text) else {
            throw AccountsError.storage(reason: "a row of edition is damaged")
        }
        return digest
    }

    // MARK: - Changing

    package func publish(
        _ edition: NewEdition,
        as name: String,
        deck: Int64,
        of owner: Account,
        showsProgress: Bool
    ) throws(AccountsError) -> Publication {
        let now = now()
        let id = try write { connection in
            var random = SecureGenerator()
            let id = Int64.random(in: 1...(.max), using: &random)
            try connection.run(
                """
                INSERT INTO publication (id, owner, name, deck, made, link, shows_progress)
                VALUES (:id, :owner, :name, :deck, :now, :link, :shows)
                """,
                [
                    "id": id, "owner": owner.id.rawValue, "name": name, "deck": deck, "now": now,
                    "link": Self.newLink(), "shows": showsProgress,
                ]
            )
            try Self.add(edition, number: 1, to: id, at: now, connection)
            return PublicationID(rawValue: id)
        }
        guard let publication = try publication(id) else { throw .noClass }
        return publication
    }

    /// Adds an edition to a class, which must not have got another one meanwhile.
    package func publish(
        _ edition: NewEdition,
        after publication: Publication
    ) throws(AccountsError) {
        let now = now()
        try write { connection in
            let found = try Self.publications(
                connection,
                SQL("WHERE publication.id = ?", publication.id.rawValue)
            ).first
            guard let found, found.isOpen, found.edition == publication.edition else {
                throw AccountsError.noClass
            }
            try Self.add(
                edition,
                number: found.edition.number + 1,
                to: found.id.rawValue,
                at: now,
                connection
            )
        }
    }

    private static func add(
        _ edition: NewEdition,
        number: Int,
        to publication: Int64,
        at now: Int64,
        _ connection: AccountsConnection
    ) throws {
        try connection.run(
            """
            INSERT INTO edition (publication, number, pack, size, notes, made)
            VALUES (:publication, :number, :pack, :size, :notes, :now)
            """,
            [
                "publication": publication, "number": Int64(number),
                "pack": edition.pack.description, "size": Int64(edition.size),
                "notes": Int64(edition.notes), "now": now,
            ]
        )
        for medium in edition.media {
            try connection.run(
                """
                INSERT INTO edition_medium (publication, number, name, digest, size)
                VALUES (:publication, :number, :name, :digest, :size)
                """,
                [
                    "publication": publication, "number": Int64(number), "name": medium.name,
                    "digest": medium.digest.description, "size": Int64(medium.size),
                ]
            )
        }
    }

    /// 128 bits, which nobody guesses.
    private static func newLink() -> String { Token(byteCount: 16).text }

    /// Gives a class a new link, so that the one before leads nowhere.
    ///
    /// - Parameter showsProgress: Whether the teacher sees how far those are who come by the new one.
    package func renewLink(
        of publication: Publication,
        showsProgress: Bool
    ) throws(AccountsError) {
        try write { connection in
            try connection.run(
                """
                UPDATE publication SET link = :link, shows_progress = :shows
                WHERE id = :id AND closed IS NULL
                """,
                ["id": publication.id.rawValue, "link": Self.newLink(), "shows": showsProgress]
            )
        }
    }

    package func removeLink(of publication: Publication) throws(AccountsError) {
        try write { connection in
            try connection.run(
                "UPDATE publication SET link = NULL WHERE id = :id",
                ["id": publication.id.rawValue]
            )
        }
    }

    /// Closes a class: nobody can join it, it gets no more editions, and its teacher no longer sees who is in it.
    ///
    /// What learners have made of the deck stays in their libraries.
    package func close(_ publication: Publication) throws(AccountsError) {
        let now = now()
        try write { connection in
            try connection.run(
                """
                UPDATE publication SET closed = coalesce(closed, :now), link = NULL WHERE id = :id
                """,
                ["id": publication.id.rawValue, "now": now]
            )
            try Self.deleteLeftClasses(connection)
        }
    }

    /// Takes a learner into a class.
    ///
    /// - Parameter showsProgress: Whether the learner was told that the teacher sees how far they are; the teacher does only if
    ///   the class's link says so too.
    package func subscribe(
        _ account: Account,
        to publication: Publication,
        showsProgress: Bool
    ) throws(AccountsError) {
        let now = now()
        try write { connection in
            try connection.run(
                """
                INSERT INTO subscription (publication, account, shows_progress, made)
                SELECT id, :account, CASE WHEN :shows = 1 THEN shows_progress ELSE 0 END, :now
                FROM publication
                WHERE id = :id AND closed IS NULL
                ON CONFLICT (publication, account) DO UPDATE SET shows_progress = excluded.shows_progress
                """,
                [
                    "id": publication.id.rawValue, "account": account.id.rawValue,
                    "shows": showsProgress, "now": now,
                ]
            )
        }
    }

    /// Takes a learner out of a class; the deck stays in the learner's library.
    package func unsubscribe(
        _ account: Account,
        from publication: PublicationID
    ) throws(AccountsError) {
        try write { connection in
            try connection.run(
                "DELETE FROM subscription WHERE publication = :id AND account = :account",
                ["id": publication.rawValue, "account": account.id.rawValue]
            )
            try Self.deleteLeftClasses(connection)
        }
    }

    /// Deletes closed classes that nobody is in.
    private static func deleteLeftClasses(_ connection: AccountsConnection) throws {
        try connection.run(
            """
            DELETE FROM publication
            WHERE closed IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM subscription WHERE subscription.publication = publication.id)
            """
        )
    }

    /// Deletes the files that no open class needs.
    package func deleteUnusedPacks() throws(AccountsError) {
        packs.deleteAll(except: Set(try packDigests().map(\.description)))
    }

    /// The files that open classes need.
    func packDigests() throws(AccountsError) -> [Digest] {
        try read { connection in
            try connection.rows(
                """
                SELECT pack FROM edition JOIN publication ON edition.publication = publication.id
                WHERE closed IS NULL
                UNION
                SELECT digest FROM edition_medium
                JOIN publication ON edition_medium.publication = publication.id
                WHERE closed IS NULL
                """
            ) { try Self.digest($0.text(0)) }
        }
    }
}
