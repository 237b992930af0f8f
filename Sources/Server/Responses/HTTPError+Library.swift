import HTTP
import Languages
import Library

extension LibraryError {
    /// The error for the learner, with what to do about it.
    var words: Phrase {
        switch self {
        case .refused(let reason): reason
        case .diskFull:
            "The disk is full, so this wasn’t saved. Free some space, then try again."
        case .cannotOpen:
            """
            The library’s file can’t be written, so this wasn’t saved. Check the disk space and \
            the permissions of its folder, then try again.
            """
        case .moved:
            """
            The library’s file was moved, deleted or overwritten while Omena was running, so this \
            wasn’t saved. Stop Omena, put the file back or restore a backup, then start Omena again.
            """
        case .unavailable, .elsewhere: "Omena can’t be reached right now. Try again in a moment."
        case .damaged:
            "The library’s file is damaged. Run “omena check”, or restore a backup."
        case .newerVersion(let path):
            "\(path) was created by a newer version of Omena. Update Omena to open it."
        default:
            "Something went wrong, but nothing that was saved is lost. Please try again."
        }
    }
}

extension HTTPError {
    init(_ error: LibraryError) {
        let status: Status =
            switch error {
            case .refused: .conflict
            case .diskFull: .insufficientStorage
            case .cannotOpen, .moved, .unavailable, .elsewhere: .serviceUnavailable
            default: .internalServerError
            }
        self.init(status, error.words)
    }
}
