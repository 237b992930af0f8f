import HTTP
import Languages

extension HTTPError {
    /// An error in the language of whoever asks.
    init(_ status: Status, _ phrase: Phrase) {
        self.init(status, message: phrase.description)
    }
}
