/// A shell that Omena's commands and options can be completed in.
enum CommandShell: String, CaseIterable {
    case bash, zsh, fish

    /// A script that the shell loads.
    func completions(of commands: [CommandGuide]) -> String {
        switch self {
        case .bash: Self.bash(commands)
        case .zsh: Self.zsh(commands)
        case .fish: Self.fish(commands)
        }
    }

    // MARK: - bash

    private static func bash(_ commands: [CommandGuide]) -> String {
        var values: [String] = []
        var words: [String] = []
        for command in commands {
            let name = command.name ?? ""
            for option in command.allOptions {
                guard let value = option.value else { continue }
                values.append("    \(name):\(option.names[0])) \(bashAction(value)); return ;;")
            }
            let options = command.allOptions.flatMap(\.names).joined(separator: " ")
            let operand = command.operand.map { "        \(bashAction($0))" } ?? "        :"
            words += ["    \(name))", "        options='\(options)'", operand, "        ;;"]
        }
        let names = commands.compactMap(\.name).joined(separator: " ")
        return """
            # bash completion for omena
            _omena_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }
            _omena_files() {
                compopt -o filenames
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
            }
            _omena() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} options
                COMPREPLY=()
                if ((COMP_CWORD == 1)); then
                    _omena_words '\(names) --help --version'
                    return
                fi
                case ${COMP_WORDS[1]}:$previous in
            \(values.joined(separator: "\n"))
                esac
                case ${COMP_WORDS[1]} in
            \(words.joined(separator: "\n"))
                esac
                [[ $current != -* ]] || _omena_words "$options"
            }
            complete -F _omena omena
            """
    }

    private static func bashAction(_ value: CommandGuide.Value) -> String {
        switch value {
        case .text: ":"
        case .file: "_omena_files"
        case .choice(_, let choices): "_omena_words '\(choices.joined(separator: " "))'"
        }
    }

    // MARK: - zsh

    private static func zsh(_ commands: [CommandGuide]) -> String {
        let names = commands.map { "        \(quoted("\($0.name ?? ""):\($0.summary)"))" }
        let cases = commands.flatMap { command in
            let options = command.allOptions.flatMap { option in
                option.names.map { name in
                    let brief = option.brief.replacing("[", with: "\\[").replacing("]", with: "\\]")
                    let value = option.value.map { ":\($0.placeholder):\(zshAction($0))" } ?? ""
                    let sign = option.value == nil ? "" : "="
                    return quoted("\(name)\(sign)[\(brief)]\(value)")
                }
            }
            let operand = command.operand.map {
                [quoted("*:\($0.placeholder):\(zshAction($0))")]
            }
            let words = options + (operand ?? [])
            return ["    \(command.name ?? ""))", "        _arguments \\"]
                + words.dropLast().map { "            \($0) \\" }
                + ["            \(words[words.count - 1])", "        ;;"]
        }
        return """
            #compdef omena
            _omena() {
                local -a commands=(
            \(names.joined(separator: "\n"))
                )
                if ((CURRENT == 2)); then
                    _describe command commands
                    return
                fi
                shift words
                ((CURRENT--))
                case $words[1] in
            \(cases.joined(separator: "\n"))
                esac
            }
            _omena "$@"
            """
    }

    private static func zshAction(_ value: CommandGuide.Value) -> String {
        switch value {
        case .text: " "
        case .file: "_files"
        case .choice(_, let choices): "(\(choices.joined(separator: " ")))"
        }
    }

    // MARK: - fish

    private static func fish(_ commands: [CommandGuide]) -> String {
        var lines = ["# fish completion for omena", "complete -c omena -f"]
        for command in commands {
            let name = command.name ?? ""
            lines.append(
                "complete -c omena -n __fish_use_subcommand -a \(name) -d \(quoted(command.summary))"
            )
            let start = "complete -c omena -n '__fish_seen_subcommand_from \(name)'"
            if let operand = command.operand { lines.append("\(start)\(fishAction(operand))") }
            lines += command.allOptions.map { option in
                let names = option.names.map {
                    $0.hasPrefix("--") ? " -l \($0.dropFirst(2))" : " -s \($0.dropFirst())"
                }
                let value = option.value.map { " -r\(fishAction($0))" } ?? ""
                return "\(start)\(names.joined())\(value) -d \(quoted(option.brief))"
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func fishAction(_ value: CommandGuide.Value) -> String {
        switch value {
        case .text: " -f"
        case .file: " -F"
        case .choice(_, let choices): " -f -a '\(choices.joined(separator: " "))'"
        }
    }

    /// A word that the shell takes as it is.
    ///
    /// NB: Inside single quotes bash and zsh know no escapes, and fish one for the quote, which all read alike like this.
    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("'", with: "'\"'\"'"))'"
    }
}

extension CommandGuide.Option {
    /// The beginning of its text, for a line.
    fileprivate var brief: String {
        let ends = [";", ". ", ": ", ", by default", ", such as", ", which"]
        let end = ends.compactMap { text.firstRange(of: $0)?.lowerBound }.min()
        return String(text[..<(end ?? text.endIndex)])
    }
}
