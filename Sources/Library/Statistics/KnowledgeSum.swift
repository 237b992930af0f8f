internal import Languages
internal import Notes
internal import Recall

/// What the studied faces of a note say together.
struct StudiedFaces {
    fileprivate var progress = Progress.unseen
    /// How many of them can be recalled with some probability, and the sum of those.
    fileprivate var count = 0
    fileprivate var recall = 0.0

    /// - Parameter recall: The probability of recall; nil if the face was never reviewed or has no memory.
    mutating func add(_ progress: Progress, recall: Double?) {
        self.progress = max(self.progress, progress)
        guard let recall else { return }
        count += 1
        self.recall += recall
    }
}

/// How many notes are known and being learned, and how many of them would be recalled.
struct KnowledgeSum {
    private(set) var known = 0
    private(set) var learning = 0
    /// In units of 2⁻³², so that the sum is the same in whatever order notes are added.
    private var recallUnits = 0

    /// The sum of the notes' probabilities of recall, each the mean of its faces.
    var recall: Double { Double(recallUnits) / Self.unitsOfOne }

    private static let unitsOfOne = 0x1p32

    mutating func add(_ faces: StudiedFaces) {
        switch faces.progress {
        case .unseen: return
        case .learning: learning += 1
        case .known: known += 1
        }
        guard faces.count > 0 else { return }
        let recall = faces.recall / Double(faces.count)
        recallUnits += Int((recall * Self.unitsOfOne).rounded())
    }

    /// Adds the sum of other notes.
    mutating func add(_ other: KnowledgeSum) {
        known += other.known
        learning += other.learning
        recallUnits += other.recallUnits
    }

    /// The languages, without scripts, that a face asks and answers in.
    static func languages(of face: String) -> [String] {
        guard case .languages(let from, let to) = Face(face) else { return [] }
        return from.language == to.language ? [from.language] : [from.language, to.language]
    }
}
