package import Languages
import Notes

/// Why a library cannot be opened or used; its description is one line that tells the learner what to do.
package enum LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is not a library; it was not touched.
    case notALibrary(path: String)
    /// A later version of Omena has written the library; it was not touched.
    case newerVersion(path: String)
    /// The library is sealed, and no key was given.
    case locked(path: String)
    /// Another process has the library open.
    case inUse(path: String)
    case cannotOpen(path: String, reason: String)
    /// The disk is full; the current work was not saved.
    case diskFull(path: String)
    /// The file was moved, deleted or overwritten while it was open; the current work was not saved where it will be found.
    case moved(path: String)
    /// What makes changes durable cannot be reached; nothing was saved, and it can be tried again.
    case unavailable
    /// Another node of the fleet has the library.
    case elsewhere
    /// The file contains something that Omena did not create, such as a trigger; it was not opened.
    case foreign(path: String, part: String)
    /// The file's content cannot be trusted.
    case damaged(path: String, reason: String)
    /// The operation failed; nothing was saved.
    case failed(reason: String)
    /// The operation was cancelled; nothing was changed.
    case cancelled
    /// The learner's request is impossible for the given reason, one line; nothing was changed.
    case refused(Phrase)

    /// Whether the library declined what was asked, rather than failed.
    package var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }

    package var description: String {
        let line =
            switch self {
            case .notALibrary(let path):
                "\(path) is not an Omena library; choose another file with --library."
            case .newerVersion(let path):
                "\(path) was written by a later version of Omena; update Omena to open it."
            case .locked(let path):
                "\(path) is locked; unlock it with its passphrase, passkey or recovery code."
            case .inUse(let path):
                "\(path) is in use by another Omena; stop that one, or choose another file with --library."
            case .cannotOpen(let path, let reason):
                "\(path) cannot be opened: \(reason)"
            case .diskFull(let path):
                "There is no room left on the disk of \(path); make room and try again."
            case .moved(let path):
                "\(path) was moved, deleted or overwritten while it was open, so this was not saved; put it back, or restore a backup."
            case .unavailable:
                "The server’s database can’t be reached, so this wasn’t saved. Try again in a moment."
            case .elsewhere: "Another server has this library open. Try again in a moment."
            case .foreign(let path, let part):
                "\(path) contains \(part), which Omena did not create and which may change or delete notes; restore a backup, or choose another file with --library."
            case .damaged(let path, let reason):
                "\(path) is damaged (\(reason)); restore a backup."
            case .failed(let reason):
                "The library could not do that: \(reason)."
            case .cancelled: "Cancelled. Nothing was changed."
            case .refused(let reason):
                reason.description
            }
        return line.printable()
    }
}
