extension Migration {
    /// Keeps the pages of a series until its last one has come.
    static let arrivedPages = Migration(
        name: "arrived-pages",
        sql: """
            -- Pages of a peer that are not merged yet: together they are one state of its library, while each of them alone
            -- may already have values whose facts are in a later one. `vector` is what is held with the page, `held` what
            -- the peer held. Rows without `is_last` after them wait for what is missing.
            CREATE TABLE arrived_page (
                id INTEGER PRIMARY KEY,
                peer INTEGER NOT NULL,
                vector TEXT NOT NULL,
                held TEXT NOT NULL,
                is_last INTEGER NOT NULL,
                content BLOB NOT NULL
            ) STRICT;
            """
    )
}
