internal import FoundationEssentials
internal import Glibc

/// A temporary folder that only this user can read, deleted with this value.
package final class WorkFolder: Sendable {
    package let path: String

    /// - Parameter parent: A folder whose owner deletes what is left in it, because this one stays if the program is killed.
    package init(in parent: String) throws {
        var template = "\(parent)/XXXXXX".utf8CString.map { $0 }
        guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
