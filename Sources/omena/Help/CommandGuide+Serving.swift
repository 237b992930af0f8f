/// The guides of the commands that serve libraries, and that manage a server.
extension CommandGuide {
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
                begin with a copy of this library, which may be served meanwhile; one with a lock keeps \
                its lock, and must not be served
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
            files. Until then 'reopen' undoes it, the learner can sign in to download everything, and \
            'export' writes the same file. All of it works while the server runs.
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

    static let serveOptions: [Option] = [
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
            "with --accounts or --fleet, write the log as text or as one JSON object a line"
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
}
