/// The arguments of a command: each option is taken once, and what remains is refused.
///
/// The options that a command takes are those that its guide describes, no more and no fewer.
struct Arguments {
    private var words: [String]
    private let guide: CommandGuide
    private var taken: Set<String> = []

    init(_ words: some Sequence<String>, of guide: CommandGuide) {
        self.words = Array(words)
        self.guide = guide
    }

    mutating func flag(_ names: String...) -> Bool {
        taken.formUnion(names)
        let count = words.count
        words.removeAll(where: names.contains)
        return words.count < count
    }

    /// The value of an option, written `--name value` or `--name=value`.
    mutating func value(of name: String) throws(Failure) -> String? {
        taken.insert(name)
        return try internalValue(of: name)
    }

    /// The value of an option that Omena gives itself, and nobody is told of.
    mutating func internalValue(of name: String) throws(Failure) -> String? {
        if let index = words.firstIndex(where: { $0.hasPrefix("\(name)=") }) {
            return String(words.remove(at: index).dropFirst(name.count + 1))
        }
        guard let index = words.firstIndex(of: name) else { return nil }
        guard words.indices.contains(index + 1) else { throw .usage("\(name) needs a value") }
        words.remove(at: index)
        return words.remove(at: index)
    }

    /// The first argument that remains, unless it is an option.
    mutating func operand() -> String? {
        guard let first = words.first, !first.hasPrefix("-") else { return nil }
        return words.removeFirst()
    }

    /// Refuses arguments that nothing has taken.
    func finish() throws(Failure) {
        precondition(
            taken.union(CommandGuide.Option.help.names) == guide.optionNames,
            "'\(guide.fullName)' does not take the options that its help describes"
        )
        guard let word = words.first else { return }
        guard !taken.contains(word) else { throw .usage("\(word) was given twice") }
        throw .usage("unknown argument '\(word)'")
    }
}
