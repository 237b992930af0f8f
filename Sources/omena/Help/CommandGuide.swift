/// What a command does and takes: `--help`, its manual page and the shells' completions are all made from this.
struct CommandGuide {
    /// Nil for the program itself.
    let name: String?
    /// For lists of commands, as a phrase that completes “omena can …”.
    let summary: String
    /// The first sentence of its help.
    let purpose: String
    /// What may follow its name; one line for each way to call it.
    let usage: [String]
    /// What its arguments are, besides options.
    let operand: Value?
    let options: [OptionGroup]
    /// Paragraphs below the options.
    let notes: [String]

    struct OptionGroup {
        let title: String
        let options: [Option]
    }

    struct Option {
        let names: [String]
        let value: Value?
        let text: String

        init(_ name: String, short: String? = nil, value: Value? = nil, _ text: String) {
            names = [short, name].compactMap(\.self)
            self.value = value
            self.text = text
        }

        /// As it is written: `-h, --help` or `--port N`.
        var form: String {
            ([names.joined(separator: ", ")] + (value.map { [$0.placeholder] } ?? []))
                .joined(separator: " ")
        }
    }

    /// What follows an option, or is an argument on its own.
    enum Value {
        case text(String)
        case file(String)
        case choice(String, of: [String])

        var placeholder: String {
            switch self {
            case .text(let name), .file(let name), .choice(let name, _): name
            }
        }
    }

    init(
        _ name: String?,
        _ summary: String,
        purpose: String,
        usage: [String] = ["[OPTIONS]"],
        operand: Value? = nil,
        options: [Option] = [],
        besides groups: [OptionGroup] = [],
        notes: [String]
    ) {
        self.name = name
        self.summary = summary
        self.purpose = purpose
        self.usage = usage
        self.operand = operand
        // Whatever works on a library works on that of a learner, too.
        let names = options.map(\.names)
        let takesLibrary =
            names.contains(Option.passphrase.names) && !names.contains(Option.accounts("").names)
        let all = options + (takesLibrary ? Option.learner : []) + [.help]
        self.options = [OptionGroup(title: "Options", options: all)] + groups
        self.notes = notes
    }

    /// The program's name and the command's.
    var fullName: String { (["omena"] + (name.map { [$0] } ?? [])).joined(separator: " ") }

    /// How it can be called.
    var calls: [String] { usage.map { "\(fullName) \($0)" } }

    var allOptions: [Option] { options.flatMap(\.options) }

    var optionNames: Set<String> { Set(allOptions.flatMap(\.names)) }
}

extension CommandGuide.Option {
    static let help = Self("--help", short: "-h", "show this")

    static func library(_ text: String) -> Self {
        Self("--library", value: .file("FILE"), text)
    }

    fileprivate static let learner = [
        Self(
            "--learner",
            value: .text("NAME"),
            "the library of this learner on a server of several, in place of --library"
        ),
        accounts("where the server's learners are (OMENA_ACCOUNTS)"),
    ]

    static func accounts(_ text: String) -> Self {
        Self("--accounts", value: .file("DIR"), text)
    }

    static let fleet = Self(
        "--fleet",
        value: .text("URL"),
        "the PostgreSQL of a fleet, such as postgres://omena@db1,db2/omena (OMENA_FLEET)"
    )

    static func json(_ text: String) -> Self { Self("--json", text) }

    static let passphrase = Self(
        "--passphrase-fd",
        value: .text("N"),
        """
        read the passphrase or recovery code of a locked library from the first line of file \
        descriptor N; by default it is asked for at the terminal, which does not show it
        """
    )
}
