/// The words after a command's name: each option is taken once, and what is left over is refused.
struct Arguments {
    private var words: [String]

    init(_ words: some Sequence<String>) { self.words = Array(words) }

    /// Whether the flag was given.
    mutating func flag(_ names: String...) -> Bool {
        let count = words.count
        words.removeAll(where: names.contains)
        return words.count < count
    }

    /// The value of an option, written `--name value` or `--name=value`.
    mutating func value(of name: String) throws(Failure) -> String? {
        if let place = words.firstIndex(where: { $0.hasPrefix("\(name)=") }) {
            return String(words.remove(at: place).dropFirst(name.count + 1))
        }
        guard let place = words.firstIndex(of: name) else { return nil }
        guard words.indices.contains(place + 1) else { throw .usage("\(name) wants a value") }
        words.remove(at: place)
        return words.remove(at: place)
    }

    /// The first word, where it is no option.
    mutating func command() -> String? {
        guard let first = words.first, !first.hasPrefix("-") else { return nil }
        return words.removeFirst()
    }

    /// Refuses what nobody asked for.
    func finish() throws(Failure) {
        guard let word = words.first else { return }
        throw .usage("'\(word)' is not understood here")
    }
}
