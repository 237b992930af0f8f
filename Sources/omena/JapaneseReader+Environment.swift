import Languages
import Lookup

extension JapaneseReader {
    /// MeCab in one of the folders in `PATH`; nil if it is not installed.
    static func installed() -> JapaneseReader? {
        installed(on: Environment["PATH"] ?? "")
    }
}
