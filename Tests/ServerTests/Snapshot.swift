import Foundation
import Testing

/// An expected text, stored in `Resources`.
enum Snapshot {
    static func compare(_ text: String, with name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Resources/\(name)"
        )
        let agreed = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        guard agreed != text else { return }
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
            Issue.record(
                "\(name) was written anew; read what changed, and run again without UPDATE_SNAPSHOTS"
            )
            return
        }
        let old = agreed.split(separator: "\n", omittingEmptySubsequences: false)
        let new = text.split(separator: "\n", omittingEmptySubsequences: false)
        let difference = new.difference(from: old).map { change in
            switch change {
            case .remove(let line, let text, _): (line, "\(line + 1) - \(text)")
            case .insert(let line, let text, _): (line, "\(line + 1) + \(text)")
            }
        }
        let lines = difference.sorted { $0.0 < $1.0 }.map(\.1).joined(separator: "\n")
        Issue.record("\(name) is no longer what was agreed on:\n\(lines)")
    }
}
