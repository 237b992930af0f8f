/// The guides of the program and of the commands for one library.
extension CommandGuide {
    static let program = Self(
        nil,
        "flash cards for every language you are learning",
        purpose: "Omena: flash cards for every language you are learning.",
        usage: ["COMMAND [OPTIONS]"],
        options: [Option("--version", "show the version, its commit and its date")],
        notes: [
            """
            Your library is the file $XDG_DATA_HOME/omena/library.omena (in ~/.local/share by \
            default), unless you choose another with OMENA_LIBRARY or --library FILE.
            """,
            "Exit codes: 0 success, 1 failure, 2 error in the command line.",
        ]
    )

    static let `import` = Self(
        "import",
        "import files into decks",
        purpose: "Import files into the library, each completely or not at all.",
        usage: ["FILE... [OPTIONS]"],
        operand: .file("FILE"),
        options: [
            Option(
                "--deck",
                value: .text("NAME"),
                """
                the deck for notes without one, created if it doesn't exist; by default the one \
                named in the file, or the name of the file. Decks of a package are put into it
                """
            ),
            Option(
                "--update",
                value: .choice("WHEN", of: ["newer", "always", "never"]),
                """
                when to change existing notes: newer (unless they are older in the file; the \
                default), always, never
                """
            ),
            Option(
                "--map",
                value: .text("NAME=WHAT"),
                """
                in a catalog: read the language NAME as the tag WHAT, such as ja-JP=ja-Latn; in a \
                text: the column with this name or number is WHAT: a field, a language, tags, \
                deck, notetype, guid, wordtype, latitude, longitude or ignore, such as 2=Back; can \
                be repeated
                """
            ),
            Option("--type", value: .text("NAME"), "the note type for the notes of a text"),
            Option(
                "--separator",
                value: .text("S"),
                """
                what separates the fields of a text: tab, comma, semicolon, pipe, space, dash, \
                equals, colon, lines, or the character itself
                """
            ),
            Option(
                "--encoding",
                value: .choice("E", of: ["utf-8", "utf-16le", "utf-16be", "windows-1252"]),
                "of a text: utf-8, utf-16le, utf-16be, windows-1252 (latin-1)"
            ),
            Option(
                "--header",
                value: .choice("yes|no", of: ["yes", "no"]),
                "whether the first row of a text names its columns"
            ),
            Option("--dry-run", "change nothing, only report what would be done"),
            .library("the library to import into, also while it is being served"),
            .passphrase,
            .json(
                """
                print one object per file: deck, added, updated, same, leftAlone, kept, leftOut, \
                leftOutCount, change; for packages also cards, reviews, media, decks; newLimit and \
                reviewLimit if the daily limits change
                """
            ),
        ],
        notes: [
            """
            Anki packages (.apkg, .colpkg) and Omena's own files (.json) are imported with \
            schedules, media and the whole log: existing notes are recognized, logs are merged, \
            and no answer given here is lost. Each row of a text (.csv, .tsv, .txt), with or \
            without Anki's header lines (#separator, #deck column, ...), becomes a note, \
            recognized by its guid or first field. Places come from GeoJSON (.geojson), GPX \
            (.gpx), KML (.kml), and tables with columns named latitude and longitude. In a string \
            catalog (.xcstrings) each key becomes a note and each language a field; importing it \
            again changes what the catalog has changed since, but not what you have edited. A \
            backup is made first, and each import can be undone in one step.
            """
        ]
    )

    static let export = Self(
        "export",
        "export notes to a file",
        purpose: "Export notes to a file.",
        usage: ["FILE [OPTIONS]"],
        operand: .file("FILE"),
        options: [
            Option(
                "--deck",
                value: .text("NAME"),
                "export this deck and those inside it; by default all"
            ),
            Option("--search", value: .text("QUERY"), "export the notes that this query finds"),
            Option("--no-scheduling", "leave schedules and the log out"),
            .library("the library to export from, also while it is being served"),
            .passphrase,
            .json("print one object: file, bytes, notes, leftOut; for packages also media"),
        ],
        notes: [
            """
            FILE.apkg becomes a package for Anki (since 2.1.28) and AnkiDroid, with schedules, \
            the log, pictures and sounds. FILE.csv (with commas), FILE.tsv and FILE.txt (with \
            tabs) become tables with Anki's header lines. FILE.json contains everything, for \
            another Omena: decks, note types, notes, schedules, the log, pictures and sounds. \
            FILE.xcstrings becomes a string catalog of one deck; a deck that was imported from a \
            catalog becomes that catalog again, byte for byte if nothing was changed. \
            FILE.geojson, FILE.gpx, FILE.kml and FILE.csv take the places of a deck. An existing \
            file of the same kind is replaced.
            """
        ]
    )

    static let backup = Self(
        "backup",
        "back the library up, also while it is being served",
        purpose: "Back the library up, with pictures and sounds, as it is at this moment.",
        usage: ["[FILE] [OPTIONS]"],
        operand: .file("FILE"),
        options: [
            .library("the library to back up, also while it is being served"),
            .passphrase,
            .json("print one object: file, bytes"),
        ],
        notes: [
            """
            Without FILE the backup joins the automatic ones in the folder LIBRARY-backups, which \
            keeps all backups of the last two days, one a day for two weeks, one a week for eight \
            weeks, one a month for two years, then one a year. They share one copy of pictures \
            and sounds. FILE must not exist yet; its pictures and sounds are written to \
            FILE-media.
            """
        ]
    )

    static let restore = Self(
        "restore",
        "replace the library with a backup",
        purpose: "Replace the library with a backup, after backing it up.",
        usage: ["FILE [OPTIONS]"],
        operand: .file("FILE"),
        options: [
            .library("the library to replace, also while it is being served"),
            .passphrase,
            .json("print one object: kept, notes, missingMedia, library, epoch"),
        ],
        notes: [
            """
            FILE is a backup or any other library. If it is neither, or damaged, or written by a later \
            version, nothing is changed. Answers that browsers have not sent yet are refused \
            afterwards, because they belong to the replaced library. Paired browsers stay paired.
            """
        ]
    )

    static let check = Self(
        "check",
        "check the library for damage, and repair it",
        purpose: "Check the library for damage, repair it if possible, and report what was done.",
        options: [
            .library("the library to check, also while it is being served"),
            .passphrase,
            Option("--accept", "keep pages of the file that another program has changed"),
            .json(
                """
                print one object: findings (each with part, says, remedy and isRepaired), \
                isSound, backup, notes, answers, and if there are any, missingMedia (names) and \
                unusedMedia (a number)
                """
            ),
        ],
        notes: [
            """
            Checks the format of the files, references, memory states and schedules against the \
            log, counts, the search index, and pictures and sounds. A backup is made before the \
            first repair. If a part of the file is not as Omena wrote it, nothing is repaired: what \
            it says may be wrong. Restore a backup then, or use --accept if you have changed it \
            yourself. Exit codes: 0 if nothing is wrong any more, 1 if something could not be \
            repaired.
            """
        ]
    )

    static let doctor = Self(
        "doctor",
        "find what keeps Omena from working well",
        purpose: "Find what keeps Omena from working well, and print the command that helps.",
        usage: ["[CHECK...] [OPTIONS]"],
        operand: .choice("CHECK", of: DoctorCheck.allCases.map(\.rawValue)),
        options: [
            Option(
                "--learner",
                value: .text("NAME"),
                "check only this learner's library, with --accounts or OMENA_ACCOUNTS"
            ),
            .json(
                """
                print one object: isWell, and findings (each with check, says, remedy and \
                isAdvice)
                """
            ),
        ],
        besides: [
            OptionGroup(
                title: "Where no server is running, those of 'omena serve'",
                options: serveOptions
            )
        ],
        notes: [
            """
            Checks the running server or the port for a new one, the certificate, the reverse \
            proxy, the library's files, who may read and change them, the disk, backups, the clock, \
            dictionaries and what a process that reads imported files could do, and changes \
            nothing. With --accounts it looks at the library of each learner, as far as that needs \
            no key, and for learners without a library and libraries without a learner. With CHECK \
            only those named: server, port, certificate, proxy, learners, library, \
            permissions, disk, backups, clock, dictionaries, sandbox. \
            'omena check' reads the whole library. Exit codes: 0 if there is no problem, 1 if there \
            is one; advice does not count.
            """
        ]
    )

    static let optimize = Self(
        "optimize",
        "fit the scheduler to how you remember",
        purpose:
            "Fit the scheduler's parameters to your reviews; never worse than the current ones.",
        usage: ["[OPTIONS]", "--log FILE.csv [OPTIONS]"],
        options: [
            .library("the library to learn from, also while it is being served"),
            .passphrase,
            Option("--dry-run", "change nothing, only report what would be better"),
            Option("--health", "cross-validate: are these reviews predictable at all?"),
            Option(
                "--retention",
                "simulate a year: what does each target retention cost?"
            ),
            .cores,
            .json("print JSON"),
        ],
        besides: [
            reviewLog(
                parameters: """
                    the current parameters (21, 19 or 17 numbers separated by commas); by default \
                    those that suit most learners
                    """
            )
        ],
        notes: [
            """
            Prints how well the reviews are predicted before and after, and the parameters. A \
            library uses them if they predict better, and recomputes its memory states; due dates \
            that were shown stay. With --json one object: parameters, reviews, log_loss, \
            rmse_bins, auc (each before and after), seconds (the time of the fit, without reading \
            and evaluating), and kept, for a library.
            """
        ]
    )

    static let sync = Self(
        "sync",
        "sync the library with another Omena",
        purpose: "Sync the library with a copy on another computer, so that both have the same.",
        usage: ["[URL] [OPTIONS]"],
        operand: .text("URL"),
        options: [
            Option(
                "--code",
                value: .text("CODE"),
                "pair with the server at URL, whose Settings › Sync shows the code"
            ),
            Option("--follow", "go on, and sync every 30 seconds, until it is stopped"),
            .library("the library to sync, also while it is being served; created if missing"),
            .passphrase,
            .json(
                """
                print one object: peers, a list of name, address, problem, received, sent, \
                receivedMedia, sentMedia, overwritten
                """
            ),
        ],
        notes: [
            """
            A code is needed once for each server. From then on 'omena sync' alone syncs with all \
            servers that the library is paired with, and a served library does so by itself. On a \
            server of several learners, URL is the address of the learner's pages, such as \
            https://school.example.org/~anna.
            """,
            """
            Cards, decks, settings, answers, pictures and sounds go both ways. Where a text was \
            changed on both sides the later edit counts, and Settings › Sync shows the other one. \
            A sync that is interrupted continues where it stopped. URL must begin with https, \
            unless it is on this computer.
            """,
        ]
    )

    static let stats = Self(
        "stats",
        "show your statistics",
        purpose: "Show what you have studied, how well you remember it, and what is coming.",
        options: [
            .library("the library, also while it is being served"),
            .passphrase,
            Option("--deck", value: .text("DECK"), "only a deck and the decks inside it"),
            Option("--search", value: .text("QUERY"), "only the cards that a search finds"),
            Option(
                "--range",
                value: .choice("RANGE", of: ["30", "90", "year", "all"]),
                "how far back: 30 or 90 days, a year, or all (30)"
            ),
            .json("print JSON"),
        ],
        notes: [
            """
            Prints the sentences and tables of the page Statistics. Days are those of your clock \
            when you studied, and begin at the hour of your settings. With --json one object, as \
            from /api/v1/statistics: days, retention, grades, states and more.
            """
        ]
    )

    static let memory = Self(
        "memory",
        "show the memory state of each card",
        purpose: "Show the stability and difficulty of each reviewed card.",
        usage: ["[OPTIONS]", "--log FILE.csv [OPTIONS]"],
        options: [
            .library("the library, also while it is being served"),
            .passphrase,
            .cores,
            .json("print JSON"),
        ],
        besides: [
            reviewLog(
                parameters: """
                    parameters (21, 19 or 17 numbers separated by commas) instead of those that \
                    suit most learners
                    """
            )
        ],
        notes: [
            """
            Prints CSV, or with --json one object per line: \
            {"card":ID,"stability":DAYS,"difficulty":D}. The ID of a library's card is its note \
            and face.
            """
        ]
    )

    static let completions = Self(
        "completions",
        "complete commands and options in your shell",
        purpose: "Print a script with which a shell completes commands and options.",
        usage: ["SHELL"],
        operand: .choice("SHELL", of: CommandShell.allCases.map(\.rawValue)),
        notes: [
            """
            SHELL is bash, zsh or fish. The Debian package installs all three. Elsewhere add \
            'source <(omena completions bash)' to ~/.bashrc, or write the script to \
            ~/.config/fish/completions/omena.fish, or to _omena in a folder of zsh's $fpath.
            """
        ]
    )

    static let help = Self(
        "help",
        "show this, or the help of a command",
        purpose: "Show what Omena or one of its commands does.",
        usage: ["[COMMAND] [OPTIONS]"],
        operand: .choice("COMMAND", of: Subcommand.allCases.map(\.rawValue)),
        options: [
            Option("--man", "print it as a manual page: 'omena help serve --man | man -l -'")
        ],
        notes: ["'omena COMMAND --help' shows the same."]
    )

    private static func reviewLog(parameters: String) -> OptionGroup {
        OptionGroup(
            title: "For a review log instead of a library",
            options: [
                Option(
                    "--log",
                    value: .file("FILE"),
                    """
                    a CSV file whose first line names the columns card_id, review_time \
                    (milliseconds) and review_rating (1 to 4), and others
                    """
                ),
                Option(
                    "--rollover",
                    value: .text("HOUR"),
                    "the hour at which a new day begins (4)"
                ),
                Option(
                    "--timezone",
                    value: .text("ZONE"),
                    "the time zone, such as +02:00 or Europe/Helsinki (UTC)"
                ),
                Option("--parameters", value: .text("LIST"), parameters),
            ]
        )
    }
}

extension CommandGuide.Option {
    fileprivate static let cores = Self("--cores", value: .text("N"), "use N cores (all)")
}
