import Languages
import LibraryValues

/// What every page says about the library's disk before anything is lost.
struct DiskWarning: HTML {
    func write(to page: inout HTMLWriter) {
        guard let problem = PageFrame.current.diskProblem else { return }
        AlertNote(problem.words, .warning).write(to: &page)
    }
}

extension DiskProblem {
    var words: Phrase {
        switch self {
        case .changedPages:
            "A part of the library’s file is damaged, or another program has changed it. Run “omena check” to see what to do."
        case .writeProtected:
            "Nothing can be saved, because the library’s disk is write-protected."
        case .noMoreFiles:
            "The library’s disk has no room for more files. Delete some before something can’t be saved."
        case .littleSpace(let free, _):
            "The library’s disk has only \(sizeText(bytes: free)) left. Make room before something can’t be saved."
        }
    }
}
