/// What `--help` prints.
enum Help {
    static let version = "0.1.0"

    static let overview = """
        Omena: flash cards for every language you are learning.

        Usage: omena COMMAND [OPTIONS]

        Commands:
          serve     serve the library to browsers
          pair      let a browser on another device in
          unlock    unlock the library of a running server
          lock      lock it again
          import    bring files into decks
          export    write notes into a file
          backup    copy the library, also while it is served
          restore   put a backup in the library's place
          check     look for damage in the library, and repair it
          optimize  fit the scheduler to how you remember
          memory    show what is remembered of each card

        Options:
          -h, --help     show help; after a command, that command's
          --version      show the version

        Your library is one file: $XDG_DATA_HOME/omena/library.omena (~/.local/share where that
        is not set), unless OMENA_LIBRARY or --library FILE name another.

        Exit codes: 0 done, 1 it could not be done, 2 the command line was not understood.
        """

    static let serve = """
        Serve the library to browsers until the program is stopped.

        Usage: omena serve [OPTIONS]

        Options:
          --port N               listen on port N (6636); 0 picks a free one and prints it
          --host H               listen on address H instead of this machine alone; wants TLS,
                                 or --origin with a proxy in front
          --library FILE         the library to serve
          --tls-certificate F    certificate chain in PEM, with --tls-key
          --tls-key F            its private key in PEM
          --origin URL           where a proxy in front is reached, such as https://cards.example.org
          --api-token-file F     let programs that show the token in F use /api/v1, which
                                 /api/v1/openapi.json describes; made where there is no F
          --lock-after SECONDS   lock a library that has a lock when nobody has used it for so long, in
                                 place of what is settled; 0 for never by itself
          --access-log           write one line a request to stderr
          --wikipedia URL        where articles near a place are asked for, * being a language;
                                 https://*.wikipedia.org unless told otherwise
          --contact ADDRESS      a mail or web address that Wikipedia is told with each question,
                                 so that it can reach you; else the one of --origin
          -h, --help             show this

        Prints one line, 'Omena is at URL', once it answers. Ctrl-C or SIGTERM finish the requests
        in hand and close the library. A library that has a lock starts locked, and is unlocked in the
        browser; SIGUSR1 locks it again. Reached from elsewhere, each browser is let in once by a
        code: see 'omena pair --help'.
        """

    static let pair = """
        Show a code, and a QR picture of it, that lets one browser on another device in.

        Usage: omena pair [OPTIONS]

        Options:
          --library FILE         the library whose running server to ask
        \(passphrase)
          -h, --help             show this

        The code is good for ten minutes and for one browser. It needs a running 'omena serve'
        that is reached from elsewhere (--host or --origin).
        """

    static let unlock = """
        Unlock the library that a running server has, for programs that show its API token.

        Usage: omena unlock [OPTIONS]

        Options:
          --library FILE         the library whose running server to ask
        \(passphrase)
          -h, --help             show this

        Each browser still asks for a key of its own. The library is locked again when nobody has
        used it for a while, by 'omena lock', and when the server stops. The other commands ask for
        the passphrase by themselves, and lock again what they found locked.
        """

    static let lock = """
        Lock the library that a running server has, for every browser.

        Usage: omena lock [OPTIONS]

        Options:
          --library FILE         the library whose running server to ask
          -h, --help             show this

        Requests in hand are finished; then the server begins anew, and nothing of the library stays in
        its memory.
        """

    /// How all commands come by the key of a locked library.
    private static let passphrase = """
          --passphrase-fd N      read the passphrase, or the recovery code, of a locked library from
                                 file descriptor N, up to the end of its first line; else it is
                                 asked for at the terminal, which does not show it
        """

    static let `import` = """
        Bring files into the library, all of each or nothing.

        Usage: omena import FILE... [OPTIONS]

        Options:
          --deck NAME            the deck for notes that name no other, made where there is none;
                                 else the one that the file says, or is called. The decks that a
                                 package brings are put into it
          --update WHEN          texts of notes that are here: newer (what is not older there goes
                                 in; the default), always, never
          --map NAME=WHAT        of a catalog: read the language NAME as the tag WHAT, such as
                                 ja-JP=ja-Latn; of a text: the column NAME, or of that number, holds
                                 WHAT: a field, a language, tags, deck, notetype, guid, wordtype,
                                 latitude, longitude, or ignore, such as 2=Back; may be given again
          --type NAME            the note type of a text's notes
          --separator S          what stands between a text's fields: tab, comma, semicolon, pipe,
                                 space, dash, equals, colon, lines, or the character itself
          --encoding E           of a text: utf-8, utf-16le, utf-16be, windows-1252 (latin-1)
          --header yes|no        whether the first row of a text names its columns
          --dry-run              change nothing, only say what would be done
          --library FILE         the library to bring it into, also while it is served
        \(passphrase)
          --json                 print one object a file: deck, added, updated, same, leftAlone,
                                 kept, leftOut, leftOutCount, change; of packages also cards,
                                 reviews, media, decks
          -h, --help             show this

        Read are packages of Anki's (.apkg, .colpkg), and what Omena wrote itself (.json), with
        schedules, media and the whole log: notes are known again, logs are joined, and no answer
        given here is lost. Text (.csv, .tsv, .txt), with Anki's header lines (#separator, #deck
        column, ...) or without: each row becomes a note, known again by its guid or by its first
        field. Places: GeoJSON (.geojson), GPX (.gpx), KML (.kml), and tables with columns called
        latitude and longitude. And string catalogs (.xcstrings): each key becomes a note, each
        language a field; one that comes again changes what it changed since, and leaves what you
        changed. A backup is made before, and each import can be undone as one step.
        """

    static let export = """
        Write notes into a file.

        Usage: omena export FILE [OPTIONS]

        Options:
          --deck NAME            write this deck and those inside it; else all are written
          --search QUERY         write the notes that this finds
          --no-scheduling        leave schedules and the log here
          --library FILE         the library they lie in, also while it is served
        \(passphrase)
          --json                 print one object: file, bytes, notes, leftOut; of packages
                                 also media
          -h, --help             show this

        FILE.apkg becomes a package for Anki (from 2.1.28 on) and AnkiDroid, with schedules, the
        log, pictures and sounds. FILE.csv (with commas), FILE.tsv and FILE.txt (with tabs) become
        tables with Anki's header lines. FILE.json holds all there is, for another Omena: decks,
        note types, notes, memories, the log, pictures and sounds. FILE.xcstrings becomes a string
        catalog of one deck: one that was imported from a catalog becomes that catalog again, byte
        for byte where nothing was changed. FILE.geojson, FILE.gpx, FILE.kml and FILE.csv take the
        places of a deck. A file of the same kind that lies there is replaced as a whole.
        """

    static let backup = """
        Copy the library, with pictures and sound, as it is at this moment.

        Usage: omena backup [FILE] [OPTIONS]

        Options:
          --library FILE         the library to copy, also while it is served
        \(passphrase)
          --json                 print one object: file, bytes
          -h, --help             show this

        Without FILE the copy joins those that are made by themselves, in the folder
        LIBRARY-backups: of two days all are kept, of two weeks one a day, of eight weeks one a
        week, of two years one a month, then one a year. Pictures and sound lie there once for all
        of them. FILE must not be there yet; its pictures and sound lie beside it in FILE-media.
        """

    static let restore = """
        Put a backup in the place of the library; what lay there is kept as a backup.

        Usage: omena restore FILE [OPTIONS]

        Options:
          --library FILE         the library to replace, also while it is served
        \(passphrase)
          --json                 print one object: kept, notes, missingMedia, library, epoch
          -h, --help             show this

        FILE is a backup, or any library. One that is none, that a later version wrote, or that is
        damaged is refused, and nothing is changed. Answers that browsers have not sent yet are
        not taken afterwards: they belong to what was replaced. Paired browsers stay paired.
        """

    static let check = """
        Look for damage in the library, repair what can be repaired, and say what was done.

        Usage: omena check [OPTIONS]

        Options:
          --library FILE         the library to check, also while it is served
        \(passphrase)
          --json                 print one object: findings (each with part, says, remedy and
                                 isRepaired), isSound, backup, notes, answers, and where there
                                 are any, missingMedia (names) and unusedMedia (a number)
          -h, --help             show this

        Looked at are the form of the files, whether what is referred to is there and can be read,
        memories and schedules against the log, counts, the search index, and pictures and sound.
        Before the first repair a backup is made. Exit code 0: nothing is wrong any more; 1:
        something could not be repaired.
        """

    static let optimize = """
        Fit the scheduler's parameters to your reviews; never worse than the present ones.

        Usage: omena optimize [OPTIONS]
               omena optimize --log FILE.csv [OPTIONS]

        Options:
          --library FILE         the library to learn from, also while it is served
        \(passphrase)
          --dry-run              keep nothing, only say what would be better
          --health               try it on five futures: can these reviews be foretold at all?
          --retention            simulate a year: which retention costs the least time?
        \(runOptions)

        With a review log in place of a library:
        \(reviewLogOptions)
          --parameters LIST      the present parameters (21, 19 or 17 numbers with commas between);
                                 those that fit most learners where they are not given

        Prints how well the reviews are foretold before and after, and the parameters to use. A
        library keeps them if they foretell better, and works out its memories anew; what buttons
        promised stays. With --json one object: parameters, reviews, log_loss, rmse_bins, auc
        (each before and after), seconds, which is the time of the fit without that of reading and
        judging, and kept, where it is about a library.
        """

    static let memory = """
        Show the stability and difficulty of each card that was reviewed.

        Usage: omena memory [OPTIONS]
               omena memory --log FILE.csv [OPTIONS]

        Options:
          --library FILE         the library whose cards to show, also while it is served
        \(passphrase)
        \(runOptions)

        With a review log in place of a library:
        \(reviewLogOptions)
          --parameters LIST      parameters (21, 19 or 17 numbers with commas between) in place of
                                 those that fit most learners

        Prints CSV, or with --json one object a line: {"card":ID,"stability":DAYS,"difficulty":D}.
        Cards of a library are named by their note and their face.
        """

    private static let reviewLogOptions = """
          --log FILE             the log: CSV whose first line names the columns card_id,
                                 review_time (milliseconds) and review_rating (1 to 4), and any others
          --rollover HOUR        the hour at which a new day begins (4)
          --timezone ZONE        where: UTC, +02:00, Europe/Helsinki (UTC)
        """

    private static let runOptions = """
          --cores N              use N cores (all)
          --json                 print JSON
          -h, --help             show this
        """
}
