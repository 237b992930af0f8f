import JSON
import Languages
import Library

/// The answer to `POST /reviews`: the outcome of each event, in order.
struct Receipts {
    /// When the events were stored, in milliseconds: pages that were loaded later include them.
    let at: Int64
    /// The version of the pages: a page of another version should be reloaded.
    let version: String
    let results: [Result]

    var json: [UInt8] {
        var json = JSONWriter(capacity: 256)
        json.object { json in
            json.set("at", at)
            json.set("results", each: results) { result, json in
                json.set("id", result.id)
                json.set("outcome", result.outcome)
                json.set("why", result.why)
            }
            json.set("version", version)
        }
        return json.bytes
    }

    struct Result {
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
                (outcome, why) = ("conflict", say("Another answer was saved under this ID."))
            case .refused(let reason):
                (outcome, why) = ("refused", reason.description)
            }
        }
    }
}
