internal import Sodium

extension Passphrase {
    /// Why a passphrase is not accepted for a new slot.
    package enum Weakness: Hashable, Sendable {
        case short
        /// It is among those that everybody who guesses tries first, whatever digits and signs surround it.
        case common
        /// It repeats a few characters, follows the keyboard or the alphabet, or has digits only.
        case simple
    }

    /// Why it should not open a library; nil if it may.
    ///
    /// Slots that exist are not judged, so that nobody is kept out by a rule that came later.
    package var weakness: Weakness? {
        let text = String(decoding: secret.revealed, as: UTF8.self)
        guard text.count >= Self.minimumLength else { return .short }
        let letters = Array(text.lowercased().filter { !$0.isWhitespace })
        let start = letters.firstIndex(where: \.isLetter) ?? letters.endIndex
        let end = letters.lastIndex(where: \.isLetter).map { $0 + 1 } ?? start
        let word = String(letters[start..<end])
        // Around a common word there may be enough that is not common.
        if letters.count - word.count <= Self.minimumLength, CommonPassphrases.include(word) {
            return .common
        }
        let isSimple =
            Set(letters).count < Self.leastVariety || Self.isRepeated(letters)
            || Self.isRun(letters) || word.isEmpty && letters.count < Self.leastDigits
        return isSimple ? .simple : nil
    }

    /// The minimum number of different characters.
    private static let leastVariety = 5
    /// The minimum length without letters; shorter ones are mostly dates and telephone numbers.
    private static let leastDigits = 12

    /// Whether it consists of one short part again and again.
    private static func isRepeated(_ letters: [Character]) -> Bool {
        (1..<minimumLength).contains { size in
            letters.count >= 2 * size
                && letters.indices.allSatisfy { letters[$0] == letters[$0 % size] }
        }
    }

    /// Whether most characters are neighbours of the previous one in the alphabet or on a keyboard.
    private static func isRun(_ letters: [Character]) -> Bool {
        let steps = zip(letters, letters.dropFirst())
        let neighbours = steps.count { left, right in
            left == right
                || rows.contains { row in
                    guard let index = row.firstIndex(of: left), let next = row.firstIndex(of: right)
                    else { return false }
                    return abs(index - next) == 1
                }
        }
        return neighbours * 4 >= (letters.count - 1) * 3
    }

    private static let rows = [
        "abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiop", "azertyuiop",
        "asdfghjkl", "zxcvbnm", "yxcvbnm",
    ].map(Array.init)
}
