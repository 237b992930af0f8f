internal import Languages
internal import LibraryValues
internal import Notes
internal import Recall

/// What the studied faces of a note say together.
struct StudiedFaces {
    fileprivate var count = 0
    fileprivate var recall = 0.0
    fileprivate var isKnown = false

    mutating func add(_ memory: Memory, recall: Double) {
        count += 1
        self.recall += recall
        if memory.stability >= Progress.knownStability { isKnown = true }
    }
}

/// How many notes are known and being learned, and how many of them would be recalled.
struct KnowledgeSum {
    private(set) var known = 0
    private(set) var learning = 0
    /// The sum of the notes' probabilities of recall, each the mean of its faces.
    private(set) var recall = 0.0

    mutating func add(_ faces: StudiedFaces) {
        guard faces.count > 0 else { return }
        if faces.isKnown { known += 1 } else { learning += 1 }
        recall += faces.recall / Double(faces.count)
    }

    /// The languages, without scripts, that a face asks and answers in.
    static func languages(of face: String) -> [String] {
        guard case .languages(let from, let to) = Face(face) else { return [] }
        return from.language == to.language ? [from.language] : [from.language, to.language]
    }
}
