internal import Glibc
public import Languages

extension JapaneseReader {
    /// MeCab, where it is installed; nil where it is not.
    ///
    /// - Parameters:
    ///   - path: The folders in which programs lie, with colons between.
    ///   - arguments: What else it is told, such as where its dictionary lies.
    ///   - patience: How long an answer may take, in milliseconds.
    public static func installed(
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
