internal import Languages
internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// What was known on earlier days, computed from the log with the parameters of now, card by card.
struct PastKnowledge {
    private let days: [Int]
    private let moments: [Int64]
    private var sums: [String: [Sum]] = [:]
    private var note: (id: NoteID, languages: [String: [Faces]])?

    private struct Sum {
        var known = 0
        var learning = 0
        var recall = 0.0
    }

    /// What the cards of a note say together.
    fileprivate struct Faces {
        var studied = 0
        var recall = 0.0
        var isKnown = false
    }

    /// - Parameters:
    ///   - days: In order.
    ///   - offset: How many minutes the learner's clock is ahead of UTC.
    init(on days: [Int], _ boundary: DayBoundary, offset: Int) {
        self.days = days
        moments = days.map { boundary.start(of: $0, offset: offset) }
    }

    /// Adds a card; all cards of a note follow one another.
    mutating func add(_ history: StudiedHistory, by scheduler: Scheduler) {
        if note?.id != history.note {
            finish()
            note = (history.note, [:])
        }
        let languages = [""] + Self.languages(of: history.face)
        let retracted = Set(history.events.compactMap(\.retractedEvent))
        var state = CardHistory(scheduler: scheduler, seed: history.seed)
        var next = 0
        func add(until end: Int64, _ note: inout (id: NoteID, languages: [String: [Faces]])?) {
            while next < moments.count, moments[next] <= end {
                if let memory = state.state.memory, let last = state.state.lastReview {
                    let days = Double(moments[next] - last) / 86_400_000
                    let recall = scheduler.model.retrievability(of: memory, after: max(days, 0))
                    let isKnown = memory.stability >= Progress.knownStability
                    for language in languages {
                        let none = [Faces](repeating: Faces(), count: moments.count)
                        note?.languages[language, default: none][next].add(recall, isKnown)
                    }
                }
                next += 1
            }
        }
        for event in history.events where !retracted.contains(event.id) {
            // What happens at the start of a day belongs to it.
            add(until: event.moment, &note)
            state.add(event)
        }
        add(until: .max, &note)
    }

    /// Counts the last note.
    private mutating func finish() {
        guard let note else { return }
        self.note = nil
        for (language, faces) in note.languages {
            let none = [Sum](repeating: Sum(), count: days.count)
            for index in days.indices where faces[index].studied > 0 {
                let face = faces[index]
                sums[language, default: none][index].known += face.isKnown ? 1 : 0
                sums[language, default: none][index].learning += face.isKnown ? 0 : 1
                sums[language, default: none][index].recall += face.recall / Double(face.studied)
            }
        }
    }

    /// A row for each day and language of which something was known or learned.
    mutating func rows() -> [KnowledgeRow] {
        finish()
        return sums.flatMap { language, sums in
            zip(days, sums).filter { $0.1.known + $0.1.learning > 0 }.map { day, sum in
                KnowledgeRow(
                    day: day,
                    language: language,
                    known: sum.known,
                    learning: sum.learning,
                    recall: sum.recall
                )
            }
        }
    }

    /// The languages that a face asks and answers in.
    private static func languages(of face: String) -> [String] {
        guard case .languages(let from, let to) = Face(face) else { return [] }
        return from.language == to.language ? [from.language] : [from.language, to.language]
    }
}

extension PastKnowledge.Faces {
    fileprivate mutating func add(_ recall: Double, _ isKnown: Bool) {
        studied += 1
        self.recall += recall
        if isKnown { self.isKnown = true }
    }
}

extension CardEvent {
    fileprivate var retractedEvent: Int64? {
        if case .retraction(let id) = kind { id } else { nil }
    }
}
