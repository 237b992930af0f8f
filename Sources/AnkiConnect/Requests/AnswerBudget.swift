/// How many more bytes the answer to a request may have.
///
/// A request of a few megabytes could otherwise name one card a million times, and its answer would fill the memory.
struct AnswerBudget {
    private var rest: Int

    /// Scripts ask for whole decks at once; a JavaScript engine cannot read a longer text.
    static let largestAnswer = 512 << 20

    init(bytes: Int) { rest = bytes }

    /// Takes off what a value needs, and returns it; one that does not fit takes nothing.
    mutating func pay(for value: ConnectValue) throws(ConnectError) -> ConnectValue {
        let left = value.rest(of: rest)
        guard left >= 0 else { throw .isTooLong }
        rest = left
        return value
    }
}

extension ConnectValue {
    /// What is left of some bytes beside this value, whose escapes are not counted; negative as soon as they are used up.
    fileprivate func rest(of bytes: Int) -> Int {
        let rest = bytes - Self.size
        switch self {
        case .null, .boolean, .integer, .number: return rest
        case .string(let text): return rest - text.utf8.count
        case .list(let elements):
            return elements.reduce(rest) { $0 < 0 ? $0 : $1.rest(of: $0) }
        case .object(let members):
            return members.reduce(rest) {
                $0 < 0 ? $0 : $1.value.rest(of: $0 - $1.name.utf8.count)
            }
        }
    }

    /// Bytes for a value without its text: the digits of an identifier, quotes and commas.
    private static let size = 16
}
