/// A page for `man`, made of the guide of a command.
struct ManualPage {
    let guide: CommandGuide
    /// The commands of the program, if this is its own page.
    let commands: [CommandGuide]

    /// In the language of `man` (roff).
    var text: String {
        let title = Self.pageName(guide)
        var lines = [
            // Without hyphenation, which would break options.
            ".TH \(title.uppercased()) 1 \(Build.day) \"Omena \(Build.version)\" \"User Commands\"",
            ".nh",
            ".SH NAME",
            "\(Self.escaped(title)) \\- \(Self.escaped(guide.summary))",
            ".SH SYNOPSIS",
        ]
        lines += guide.calls.flatMap { [".B \(Self.escaped($0))", ".br"] }.dropLast()
        lines += [".SH DESCRIPTION", Self.escaped(guide.purpose)]
        lines += guide.notes.flatMap { [".PP", Self.escaped($0)] }
        if !commands.isEmpty {
            lines.append(".SH COMMANDS")
            lines += commands.flatMap { Self.entry($0.name ?? "", $0.summary) }
        }
        for group in guide.options {
            lines.append(".SH \(group.title.uppercased())")
            lines += group.options.flatMap { Self.entry($0.form, $0.text) }
        }
        let others = guide.name == nil ? commands : [.program]
        let names = others.map { ".BR \(Self.escaped(Self.pageName($0))) (1)" }
        lines += [".SH SEE ALSO", names.joined(separator: ",\n")]
        return lines.joined(separator: "\n")
    }

    private static func entry(_ term: String, _ text: String) -> [String] {
        [".TP", ".B \(escaped(term))", escaped(text)]
    }

    private static func pageName(_ guide: CommandGuide) -> String {
        guide.fullName.replacing(" ", with: "-")
    }

    /// A text in which nothing is a command of roff's, and hyphens are those that are typed.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
            .replacing("\n", with: " ")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&\(plain)" : plain
    }
}
