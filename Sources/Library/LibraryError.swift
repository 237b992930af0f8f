package import Languages

/// Why a library cannot be opened or used; its description is one plain line that says what to do.
package enum LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is something else, and was not touched.
    case notALibrary(path: String)
    /// A later Omena has written the library; it was not touched.
    case newerVersion(path: String)
    /// The library is sealed, and nobody has its key here.
    case locked(path: String)
    /// Another process has the library open.
    case inUse(path: String)
    /// The file or its folder does not allow it.
    case cannotOpen(path: String, reason: String)
    /// The disk has no room left; what was in hand was not saved.
    case diskFull(path: String)
    /// The content of the file cannot be relied on.
    case damaged(path: String, reason: String)
    /// What was asked failed; what was in hand was not saved.
    case failed(reason: String)
    /// Whoever asked for it wants it no more; nothing was changed.
    case calledOff
    /// The learner asked for what cannot be; one plain line says why, and nothing was changed.
    case refused(Phrase)

    /// One plain line that says what is wrong and what to do.
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
            case .damaged(let path, let reason):
                "\(path) is damaged (\(reason)); restore a backup."
            case .failed(let reason):
                "The library could not do that: \(reason)."
            case .calledOff: "It was called off, and nothing was changed."
            case .refused(let reason):
                reason.description
            }
        return line.onOneLine
    }
}

extension String {
    /// Without line breaks and other control characters, which a file's name may hold.
    fileprivate var onOneLine: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
            )
        )
    }
}
