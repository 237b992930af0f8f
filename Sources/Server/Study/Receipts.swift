import FoundationEssentials
import Languages
import Library

/// What `POST /reviews` answers: one outcome a given event, in their order.
struct Receipts: Encodable {
    /// When all of it was settled, in milliseconds: a page that was read later knows of it.
    let at: Int64
    /// Which pages this server has: one of another version should be loaded anew.
    let version: String
    let results: [Result]

    struct Result: Encodable {
        let id: String?
        let outcome: String
        let why: String?

        init(id: String?, _ receipt: Receipt) {
            self.id = id
            switch receipt {
            case .stored:
                (outcome, why) = ("stored", nil)
            case .known:
                (outcome, why) = ("known", nil)
            case .conflict:
                (outcome, why) = ("conflict", say("Another answer was saved under this id."))
            case .refused(let reason):
                (outcome, why) = ("refused", reason.description)
            }
        }
    }
}
