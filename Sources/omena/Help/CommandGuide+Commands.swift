/// The guides of the commands: the one place that says what they take.
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

    static let serve = Self(
        "serve",
        "serve the library to browsers",
        purpose: "Serve the library to browsers until stopped.",
        options: serveOptions,
        notes: [
            """
            Prints one line, 'Omena is at URL', when it is ready. Ctrl-C or SIGTERM finish the \
            current requests and close the library. A library that has a lock starts locked, and \
            is unlocked in the browser; SIGUSR1 locks it again. SIGHUP reads a renewed certificate \
            without dropping anyone. As a service of systemd it says when it is ready, and that \
            it works (Type=notify, WatchdogSec). On other devices each browser has \
            to be paired once: see 'omena pair --help'.
            """
        ]
    )

    static let learner = Self(
        "learner",
        "add, invite and close the learners of a server of several",
        purpose: "Add, invite, list and close the learners of a server of several.",
        usage: [
            "add NAME [--title TITLE] [--role ROLE] [--from LIBRARY] [OPTIONS]",
            "list [OPTIONS]",
            "invite NAME [OPTIONS]",
            "change NAME [--title TITLE] [--role ROLE] [OPTIONS]",
            "quota NAME SIZE [OPTIONS]",
            "export NAME FILE [OPTIONS]",
            "close NAME [OPTIONS]",
            "reopen NAME [OPTIONS]",
        ],
        operand: .choice("ACTION", of: LearnerCommand.Action.allCases.map(\.rawValue)),
        options: [
            .accounts("where the server's learners are (OMENA_ACCOUNTS)"),
            .fleet,
            Option(
                "--title",
                value: .text("TITLE"),
                "what pages call the learner; by default NAME"
            ),
            Option(
                "--role",
                value: .choice("ROLE", of: ["learner", "teacher", "admin"]),
                "learner (the default), teacher, or admin, who adds and closes others on a page"
            ),
            Option(
                "--from",
                value: .file("LIBRARY"),
                """
                begin with a copy of this library, also while it is being served; one with a lock must not \
                be, and keeps its lock
                """
            ),
            .passphrase,
            .json(
                "print one object, or a list of them: name, title, role, isOpen, canSignIn, size, quota, link"
            ),
        ],
        notes: [
            """
            NAME is part of the learner's address, /~NAME/. 'add' and 'invite' print a link with which \
            the learner chooses a passphrase or a passkey, once and within seven days; invite somebody \
            again who forgot theirs. 'quota' limits the size of the library with pictures and sounds, \
            such as 2G. 'close' signs the learner out everywhere; 30 days later the server deletes the \
            files, and until then 'reopen' undoes it and 'export' hands over everything as a file. All \
            of it works while the server runs.
            """
        ]
    )

    static let node = Self(
        "node",
        "list and drain the nodes of a fleet",
        purpose: "List the nodes of a fleet, or drain one before it is stopped.",
        usage: ["list [OPTIONS]", "drain NAME [OPTIONS]"],
        operand: .choice("ACTION", of: NodeCommand.Action.allCases.map(\.rawValue)),
        options: [.fleet, .json("print a list of objects: name, address, state")],
        notes: [
            """
            A node is 'serving', 'draining', 'silent' (its lease is not being renewed) or 'stopped'. \
            'drain' makes a node give its libraries to the others; it goes on answering by passing \
            requests on, until it is stopped. Stopping one with SIGTERM does the same.
            """
        ]
    )

    static let fleet = Self(
        "fleet",
        "move learners into a fleet, and back to files",
        purpose: "Move the learners of a server into a fleet, or those of a fleet into files.",
        usage: ["import DIR [OPTIONS]", "export DIR [OPTIONS]"],
        operand: .choice("ACTION", of: FleetCommand.Action.allCases.map(\.rawValue)),
        options: [.fleet],
        notes: [
            """
            'import' adds the learners in DIR, the folder of 'omena serve --accounts', with their \
            libraries, sessions and classes, to a fleet; the server of DIR has to be stopped, and DIR \
            stays as it is. It can be run again if it was interrupted. 'export' writes all learners of a \
            fleet to the new folder DIR, from which 'omena serve --accounts DIR' serves them; the nodes \
            have to be stopped.
            """
        ]
    )

    private static let serveOptions: [Option] = [
        Option(
            "--port",
            value: .text("N"),
            "listen on port N (6636); 0 picks a free one and prints it"
        ),
        Option(
            "--host",
            value: .text("H"),
            """
            listen on address H, not only on this machine; requires TLS, or --origin with a \
            reverse proxy
            """
        ),
        .library("the library to serve"),
        .accounts(
            "serve many learners, each with a library of their own, in DIR: see 'omena learner'"
        ),
        Option(
            "--fleet",
            value: .text("URL"),
            """
            be a node of a fleet over this PostgreSQL, such as postgres://omena@db1,db2/omena \
            (OMENA_FLEET); with --accounts, keep its files in DIR
            """
        ),
        Option("--node", value: .text("NAME"), "the name of the node, with --fleet"),
        Option(
            "--at",
            value: .text("HOST:PORT"),
            """
            where other nodes reach the node, with --fleet; it listens there, unless --host or --port \
            say otherwise
            """
        ),
        Option(
            "--one-copy",
            "serve a fleet although PostgreSQL has no synchronous standby"
        ),
        Option(
            "--log-format",
            value: .choice("FORMAT", of: ["text", "json"]),
            "write the log of many learners as text or as one object a line"
        ),
        Option(
            "--tls-certificate",
            value: .file("F"),
            "the certificate chain in PEM, with --tls-key"
        ),
        Option("--tls-key", value: .file("F"), "its private key in PEM"),
        Option(
            "--origin",
            value: .text("URL"),
            "the address of the reverse proxy, such as https://cards.example.org"
        ),
        Option(
            "--api-token-file",
            value: .file("F"),
            """
            let programs with the token in F use /api/v1, which /api/v1/openapi.json \
            describes; F is created if it doesn't exist
            """
        ),
        Option(
            "--anki-port",
            value: .text("N"),
            """
            answer programs made for Anki on port N of this machine, as AnkiConnect does on 8765; \
            without it, the switch in Settings decides
            """
        ),
        Option(
            "--anki-key-file",
            value: .file("F"),
            "allow programs that send the key in F without asking; others you allow in Settings"
        ),
        Option(
            "--lock-after",
            value: .text("SECONDS"),
            """
            lock a library that has a lock after it has been idle for this long, whatever its \
            settings say; 0 for never
            """
        ),
        Option(
            "--access-log",
            "write one line per request to stderr, with the first part of its address"
        ),
        Option(
            "--no-open",
            "open no browser; one is opened only from a terminal of a desktop"
        ),
        Option(
            "--wikipedia",
            value: .text("URL"),
            """
            the address for articles near a place, where * is a language \
            (https://*.wikipedia.org)
            """
        ),
        Option(
            "--contact",
            value: .text("ADDRESS"),
            """
            a mail or web address that is sent to Wikipedia with each request, so that it can \
            reach you; by default that of --origin
            """
        ),
        Option(
            "--language-model",
            value: .text("URL"),
            """
            the one language model in this network that learners of --accounts may set; they may \
            set any on the internet
            """
        ),
    ]

    static let pair = Self(
        "pair",
        "pair a browser on another device",
        purpose: "Show a code, also as a QR code, that pairs one browser on another device.",
        options: [.library("the library of the running server"), .passphrase],
        notes: [
            """
            The code is valid for ten minutes and for one browser. It requires a running 'omena \
            serve' with --host or --origin.
            """
        ]
    )

    static let unlock = Self(
        "unlock",
        "unlock the library of a running server",
        purpose: "Unlock the library of a running server, for programs that use its API.",
        options: [.library("the library of the running server"), .passphrase],
        notes: [
            """
            Each browser still has to be unlocked. The library is locked again after it has been \
            idle for a while, by 'omena lock', and when the server stops. The other commands ask \
            for the passphrase themselves, and lock the library again if it was locked.
            """
        ]
    )

    static let lock = Self(
        "lock",
        "lock it again",
        purpose: "Lock the library of a running server, for every browser.",
        options: [.library("the library of the running server"), .passphrase],
        notes: [
            """
            The server finishes the current requests and restarts, so that nothing of the library \
            stays in its memory.
            """
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
                leftOutCount, change; for packages also cards, reviews, media, decks
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
        "replace the library by a backup",
        purpose: "Replace the library by a backup, after backing it up.",
        usage: ["FILE [OPTIONS]"],
        operand: .file("FILE"),
        options: [
            .library("the library to replace, also while it is being served"),
            .passphrase,
            .json("print one object: kept, notes, missingMedia, library, epoch"),
        ],
        notes: [
            """
            FILE is a backup or any other library. If it is none, damaged or written by a later \
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
            .json(
                """
                print one object: isWell, and findings (each with check, says, remedy and \
                isAdvice)
                """
            )
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
