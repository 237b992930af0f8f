internal import Languages
internal import LibraryValues
internal import Notes
internal import Recall
internal import Storage

/// The figures that follow from the cards as they are now; they are added note by note.
struct CardFigures {
    private let now: Moment
    private let offset: Int
    private let boundary: DayBoundary
    private let today: Int
    private var states = Statistics.States()
    private var intervals = Counts(0...CardState.intervals.upperBound)
    private var stability = Counts(0...CardState.intervals.upperBound)
    private var difficulty = Counts(0...99)
    private var retrievability = Counts(0...100)
    /// By the day from today on, for buried cards the one on which they are shown again; -1 for all earlier days, and the last day
    /// for all later ones.
    private var due = Counts(-1...forecastDays)
    private var all = KnowledgeSum()
    /// Every language once, in the order in which it was first met.
    private var languages: [(name: String, sum: KnowledgeSum)] = []
    /// The places among the languages of those that each face asks and answers in.
    private var faceLanguages: [[Int]] = []
    private var lapses: [(note: NoteID, lapses: Int)] = []
    private var note = CurrentNote(id: NoteID(rawValue: 0))
    private var hasNote = false

    /// How many there are of each number of a range; numbers outside count as its ends.
    private struct Counts {
        private let range: ClosedRange<Int>
        private var counts: [Int]

        init(_ range: ClosedRange<Int>) {
            self.range = range
            counts = [Int](repeating: 0, count: range.count)
        }

        mutating func add(_ number: Int) {
            counts[min(max(number, range.lowerBound), range.upperBound) - range.lowerBound] += 1
        }

        mutating func add(_ other: Counts) {
            for place in counts.indices { counts[place] += other.counts[place] }
        }

        /// Those that occur, in order.
        var pairs: [(number: Int, count: Int)] {
            zip(range, counts).filter { $0.1 > 0 }.map { ($0.0, $0.1) }
        }
    }

    /// What the cards of one note say together, about all of it and about each language.
    fileprivate struct CurrentNote {
        let id: NoteID
        var due: Int?
        var lapses = 0
        var all = StudiedFaces()
        /// By their places among all languages.
        var languages: [(place: Int, faces: StudiedFaces)] = []
    }

    /// How many days of the forecast are listed.
    private static let forecastDays = 91
    /// From how many lapses on a note is listed as hard, and how many are.
    private static let hardLapses = 4
    private static let mostHardest = 12

    init(on day: SearchDay) {
        (now, offset, boundary) = (day.now, day.offset, day.boundary)
        today = day.today
    }

    /// Divides cards in the order of notes into parts for several threads, none of which ends within a note.
    static func parts(of cards: [StudiedCard], size: Int = 8_192) -> [ArraySlice<StudiedCard>] {
        var parts: [ArraySlice<StudiedCard>] = []
        var start = 0
        while start < cards.count {
            var end = min(start + size, cards.count)
            while end < cards.count, cards[end].note == cards[end - 1].note { end += 1 }
            parts.append(cards[start..<end])
            start = end
        }
        return parts
    }

    /// - Parameters:
    ///   - cards: In the order of notes.
    ///   - faces: All faces that ask languages.
    ///   - forgetting: That of each deck.
    mutating func add(
        _ cards: ArraySlice<StudiedCard>,
        _ faces: [String],
        _ forgetting: [MemoryModel.Forgetting]
    ) {
        if faceLanguages.count < faces.count { addLanguages(of: faces) }
        var memories = MemoryModel.FadingMemories()
        let count = MemoryModel.FadingMemories.count
        for start in stride(from: cards.startIndex, to: cards.endIndex, by: count) {
            let some = cards[start..<min(start + count, cards.endIndex)]
            for (place, card) in some.enumerated() {
                guard let memory = card.memory, let reviewed = card.reviewed else { continue }
                let days = Double(now.milliseconds - reviewed.milliseconds) / 86_400_000
                memories.set(place, to: memory, after: days, forgetting[Int(card.deck)])
            }
            memories.update()
            for (place, card) in some.enumerated() {
                add(card, recall: memories.retrievabilities[place])
            }
        }
    }

    /// - Parameter recall: The probability of recall now, if it has a memory and was reviewed.
    private mutating func add(_ card: StudiedCard, recall: Double) {
        // Compares raw values and cases, because `==` of another module's type is a function call, and there are hundreds of thousands
        // of cards.
        if card.note.rawValue != note.id.rawValue || !hasNote {
            finish()
            note = CurrentNote(id: card.note)
            hasNote = true
        }
        let hiddenUntil = card.buried.flatMap { $0 > now ? $0 : nil }
        count(card, isBuried: hiddenUntil != nil)
        note.lapses += Int(card.lapses)
        let isNew = if case .new = card.stage { true } else { false }
        if !isNew, let due = card.due {
            let shown = max(due, hiddenUntil?.milliseconds ?? due)
            let day = boundary.day(of: shown, offset: offset)
            note.due = min(note.due ?? day, day)
        }
        switch card.stage {
        case .review, .relearning: intervals.add(max(Int(card.interval), 1))
        case .new, .learning: break
        }
        let hasMemory = (card.memory?.stability ?? 0) > 0
        note.add(
            Progress(isNew: isNew, memory: card.memory),
            recall: hasMemory && card.reviewed != nil ? recall : nil,
            in: card.face >= 0 ? faceLanguages[Int(card.face)] : []
        )
        guard let memory = card.memory, hasMemory else { return }
        stability.add(Int(min(memory.stability, 100_000).rounded()))
        // Rounded down and in single precision, as in Anki, whose last bin is 99.
        let percent = (Float(memory.difficulty) - 1) / 9 * 100
        difficulty.add(Int(min(max(percent, 0), 99)))
        if card.reviewed != nil { retrievability.add(Self.percent(recall)) }
    }

    private mutating func count(_ card: StudiedCard, isBuried: Bool) {
        if isBuried {
            states.buried += 1
        } else {
            switch card.stage {
            case .new: states.new += 1
            case .learning: states.learning += 1
            case .relearning: states.relearning += 1
            case .review where card.interval < AnswerPhase.maturity: states.young += 1
            case .review: states.mature += 1
            }
        }
    }

    /// Counts the last note.
    mutating func finish() {
        guard hasNote else { return }
        hasNote = false
        if let day = note.due { due.add(day - today) }
        if note.lapses >= Self.hardLapses { lapses.append((note.id, note.lapses)) }
        all.add(note.all)
        for (place, faces) in note.languages { languages[place].sum.add(faces) }
    }

    /// Adds what the cards of other notes say; both have to be finished.
    mutating func add(_ other: CardFigures) {
        states.new += other.states.new
        states.learning += other.states.learning
        states.relearning += other.states.relearning
        states.young += other.states.young
        states.mature += other.states.mature
        states.buried += other.states.buried
        intervals.add(other.intervals)
        stability.add(other.stability)
        difficulty.add(other.difficulty)
        retrievability.add(other.retrievability)
        due.add(other.due)
        all.add(other.all)
        for (name, sum) in other.languages {
            let index = place(of: name)
            languages[index].sum.add(sum)
        }
        lapses += other.lapses
    }

    private mutating func addLanguages(of faces: [String]) {
        faceLanguages = faces.map { face in
            KnowledgeSum.languages(of: face).map { place(of: $0) }
        }
    }

    /// The place of a language among all.
    private mutating func place(of language: String) -> Int {
        if let place = languages.firstIndex(where: { $0.name == language }) { return place }
        languages.append((language, KnowledgeSum()))
        return languages.count - 1
    }

    private static func percent(_ share: Double) -> Int {
        Int((min(max(share, 0), 1) * 100).rounded())
    }

    var hardNotes: Int { lapses.count }

    /// The notes that were forgotten most often.
    var hardest: [(note: NoteID, lapses: Int)] {
        Array(
            lapses.sorted { ($1.lapses, $0.note) < ($0.lapses, $1.note) }.prefix(Self.mostHardest)
        )
    }

    /// - Parameters:
    ///   - unasked: How many notes have no card that was asked.
    ///   - suspended: How many cards are suspended.
    ///   - suspendedNotes: How many notes with which languages are never asked, because all of their cards are.
    ///   - notes: How many notes there are.
    ///   - counts: How many notes have which languages.
    func write(
        into statistics: inout Statistics,
        unasked: Int,
        suspended: Int,
        suspendedNotes: [(languages: String, notes: Int)],
        notes: Int,
        languages counts: [(languages: String, notes: Int)]
    ) {
        statistics.states = states
        statistics.states.new += unasked
        statistics.states.suspended = suspended
        statistics.intervals = Self.counts(intervals)
        statistics.stability = Self.counts(stability)
        statistics.difficulty = Self.counts(difficulty)
        statistics.retrievability = Self.counts(retrievability)
        let due = due.pairs
        statistics.overdue = due.first { $0.number < 0 }?.count ?? 0
        statistics.forecast = due.filter { (0..<Self.forecastDays).contains($0.number) }.map {
            Statistics.DayNotes(day: StatisticsDay(number: today + $0.number), notes: $0.count)
        }
        let counted = notes - suspendedNotes.reduce(0) { $0 + $1.notes }
        statistics.notes = words(nil, all, of: counted)
        let sums = Dictionary(uniqueKeysWithValues: languages.map { ($0.name, $0.sum) })
        let suspended = totals(of: suspendedNotes)
        statistics.languages = totals(of: counts).map { language, notes in
            let counted = notes - (suspended[language] ?? 0)
            return words(language, sums[language] ?? KnowledgeSum(), of: counted)
        }.sorted {
            ($1.known, $1.learning, $0.language ?? "") < ($0.known, $0.learning, $1.language ?? "")
        }
    }

    private func words(_ language: String?, _ counted: KnowledgeSum, of notes: Int)
        -> Statistics.Words
    {
        var words = Statistics.Words(language: language)
        words.known = counted.known
        words.learning = counted.learning
        words.new = max(notes - counted.known - counted.learning, 0)
        words.knowledge = (counted.recall * 10).rounded() / 10
        return words
    }

    /// How many notes have a language in any script.
    private func totals(of counts: [(languages: String, notes: Int)]) -> [String: Int] {
        var totals: [String: Int] = [:]
        for (languages, notes) in counts {
            let tags = languages.split(separator: ",").compactMap { LanguageTag($0)?.language }
            for language in Set(tags) { totals[language, default: 0] += notes }
        }
        return totals
    }

    private static func counts(_ counts: Counts) -> [Statistics.Count] {
        counts.pairs.map { Statistics.Count(value: $0.number, cards: $0.count) }
    }
}

extension CardFigures.CurrentNote {
    /// - Parameter places: Those of the languages that the face asks and answers in.
    fileprivate mutating func add(_ progress: Progress, recall: Double?, in places: [Int]) {
        guard progress > .unseen else { return }
        all.add(progress, recall: recall)
        for place in places {
            if let index = languages.firstIndex(where: { $0.place == place }) {
                languages[index].faces.add(progress, recall: recall)
            } else {
                var faces = StudiedFaces()
                faces.add(progress, recall: recall)
                languages.append((place, faces))
            }
        }
    }
}
