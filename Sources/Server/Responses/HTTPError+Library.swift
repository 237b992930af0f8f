import HTTP
import Languages
import Library

extension LibraryError {
    /// What a browser is told, in the reader's language; what can be done about it, where the learner can do something.
    var words: Phrase {
        switch self {
        case .refused(let reason): reason
        case .diskFull:
            "There is no room left on the disk, and this was not saved. Make room, then try again."
        case .cannotOpen:
            """
            The library's file cannot be written, and this was not saved. \
            See that its disk has room and its folder allows it, then try again.
            """
        case .damaged:
            "The library's file is damaged. Run 'omena check', or restore a backup."
        case .newerVersion(let path):
            "A later version of Omena wrote \(path). Update Omena to open it."
        default:
            "Something went wrong here. Nothing that was saved is lost; please try again."
        }
    }
}

extension HTTPError {
    /// What a browser is told of it.
    init(_ error: LibraryError) {
        let status: Status =
            switch error {
            case .refused: .conflict
            case .diskFull: .insufficientStorage
            case .cannotOpen: .serviceUnavailable
            default: .internalServerError
            }
        self.init(status, error.words)
    }
}
