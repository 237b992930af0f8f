package import LibraryValues
package import Notes
package import Recall
internal import Storage

extension Library {
    /// The logs of cards, without retracted events, oldest first.
    package func reviews(of cards: [CardID]) throws(LibraryError) -> [CardID: [ConnectedReview]] {
        try read { reader in
            var schedulers = try Schedulers(reader)
            let wanted = Set(cards)
            var reviews: [CardID: [ConnectedReview]] = [:]
            var rest = Array(Set(cards.map(\.note))).sorted()[...]
            while !rest.isEmpty {
                for record in try reader.noteRecords(Array(rest.prefix(500)), with: .logs) {
                    for card in record.cards {
                        let id = CardID(note: record.note.id, face: card.face)
                        guard wanted.contains(id) else { continue }
                        let scheduler = try schedulers.scheduler(
                            for: card.marks.deck ?? record.note.deck,
                            in: reader
                        )
                        reviews[id] = Self.reviews(in: card.log, of: id, scheduler)
                    }
                }
                rest = rest.dropFirst(500)
            }
            return reviews
        }
    }

    /// The cards in one deck, without those of decks inside it.
    package func cards(inDeck deck: DeckID) throws(LibraryError) -> [CardID] {
        try read { reader in
            let notes = try reader.notes(ofDeck: deck, inBin: false)
            let own = try reader.marks(of: notes).filter {
                $0.marks.deck == nil || $0.marks.deck == deck
            }
            let home = Set(notes)
            let moved = try reader.cards(movedTo: deck)
            return own.map(\.card) + moved.filter { !home.contains($0.note) }
        }
    }

    private static func reviews(
        in log: [Event],
        of card: CardID,
        _ scheduler: Scheduler
    ) -> [ConnectedReview] {
        var history = CardHistory(scheduler: scheduler, seed: card.seed)
        var reviews: [ConnectedReview] = []
        for event in log.standing {
            let before = history.state
            history.add(CardEvent(event))
            let after = history.state
            let kind: ConnectedReview.Kind
            switch event.kind {
            case .review:
                switch before.stage {
                case .new, .learning: kind = .learning
                case .review: kind = .review
                case .relearning: kind = .relearning
                }
            case .practice: kind = .practice
            case .setState(.imported), .retraction: continue
            case .setState: kind = .set
            }
            reviews.append(
                ConnectedReview(
                    card: card,
                    moment: event.moment,
                    button: event.kind.grade.map { Int($0.rawValue) } ?? 0,
                    interval: after.ankiInterval(at: event.moment),
                    intervalBefore: reviews.last?.interval ?? 0,
                    duration: event.duration,
                    kind: kind
                )
            )
        }
        return reviews
    }

    /// The next states of cards, in the order of the grades, as the buttons would show them now.
    package func outcomes(
        of cards: [ConnectedCard],
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> [CardID: [CardState]] {
        let moment = now()
        return try read { reader in
            var schedulers = try Schedulers(reader)
            var outcomes: [CardID: [CardState]] = [:]
            for card in cards {
                let scheduler = try schedulers.scheduler(for: card.deck, in: reader)
                outcomes[card.id] = scheduler.outcomes(
                    of: card.state,
                    at: Scheduler.Review(
                        moment: moment.milliseconds,
                        offset: minutes,
                        seed: card.id.seed
                    )
                )
            }
            return outcomes
        }
    }

    /// Records answers to cards, as if they had been given now; tells which were accepted.
    package func answer(
        _ answers: [(card: CardID, grade: Grade)],
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> [Bool] {
        let moment = now()
        let events = answers.map { answer in
            Event(
                id: EventID(at: moment.milliseconds, using: random),
                note: answer.card.note,
                face: answer.card.face,
                kind: .review(answer.grade, due: nil),
                moment: moment,
                offset: minutes,
                duration: 0,
                mode: .review
            )
        }
        return try record(events).map { $0 == .stored }
    }

    /// Answers of the learner's day, and of each day, by the numbers of the days.
    package func reviewCounts(
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> (today: Int, byDay: [(day: Int, count: Int)]) {
        try read { reader in
            let today = try searchDay(reader, offset: minutes).today
            let byDay = try reader.answersByDay()
            return (byDay.first { $0.day == today }?.count ?? 0, byDay)
        }
    }

    /// When the library was made, which Anki's numbers of days count from.
    package func firstMoment() throws(LibraryError) -> Moment {
        try read { try $0.library()?.made ?? Moment(milliseconds: 0) }
    }
}

extension CardState {
    /// In days, or in negative seconds while a card is at a step, as in Anki's log.
    package func ankiInterval(at moment: Moment) -> Int {
        guard let due else { return 0 }
        if stage == .review { return max(interval, 1) }
        return -Int(max((due - moment.milliseconds) / 1_000, 1))
    }
}
