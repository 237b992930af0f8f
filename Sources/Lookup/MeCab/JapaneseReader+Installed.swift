internal import Glibc
package import Languages

extension JapaneseReader {
    /// MeCab; nil if it is not installed.
    ///
    /// - Parameters:
    ///   - path: The folders of programs, separated by colons.
    ///   - arguments: Further arguments, such as the path of its dictionary.
    ///   - patience: How long an answer may take, in milliseconds.
    package static func installed(
        on path: String,
        arguments: [String] = [],
        patience: Int32 = 2_000
    ) -> JapaneseReader? {
        let programs = path.split(separator: ":").map { "\($0)/mecab" }
        guard let program = programs.first(where: { access($0, X_OK) == 0 }) else { return nil }
        let mecab = MeCab(program: program, arguments: arguments, patience: patience)
        return JapaneseReader { mecab.words(of: $0) }
    }
}
