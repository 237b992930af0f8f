package import LibraryValues
package import Notes
internal import Recall
internal import Storage

extension Library {
    /// The whole log of a card with its memories; nil where there is no such card, or its note is in the bin.
    package func log(
        of id: CardID,
        timeZoneOffset minutes: Int
    ) throws(LibraryError) -> CardLog? {
        let moment = now()
        return try read { reader in
            guard let note = try reader.note(id.note), note.binned == nil,
                let number = try reader.card(of: id.note, face: id.face),
                let card = try reader.card(number)
            else { return nil }
            let scheduler = try reader.scheduler(for: card.deck ?? note.deck)
            let prompt = note.readablePrompt(as: try reader.noteType(note.type))
            let (entries, state) = Self.entries(
                of: try reader.events(of: number),
                CardHistory(scheduler: scheduler, seed: id.seed),
                scheduler.model
            )
            return CardLog(
                card: id,
                prompt: prompt,
                entries: entries,
                memory: state.memory,
                lastReview: state.lastReview.map { Moment(milliseconds: $0) },
                desiredRetention: scheduler.rules.retention,
                parameters: scheduler.model.parameters,
                now: moment,
                offset: minutes
            )
        }
    }

    private static func entries(
        of events: [Event],
        _ history: CardHistory,
        _ model: MemoryModel
    ) -> ([CardLog.Entry], CardState) {
        var history = history
        var entries: [CardLog.Entry] = []
        for event in events.standing {
            let before = history.state
            history.add(CardEvent(event))
            guard let kind = CardLog.Entry.Kind(event.kind) else { continue }
            let state = history.state
            var entry = CardLog.Entry(
                moment: event.moment,
                offset: event.offset,
                kind: kind,
                duration: event.kind.grade == nil ? nil : event.duration
            )
            switch kind {
            case .practice, .reset: break
            case .redated: entry.interval = state.interval
            case .review:
                entry.memory = state.memory
                entry.interval = state.stage == .review ? state.interval : 0
                if let memory = before.memory, let last = before.lastReview {
                    let days = Double(event.moment.milliseconds - last) / 86_400_000
                    entry.recall = model.retrievability(of: memory, after: max(days, 0))
                }
            }
            entries.append(entry)
        }
        return (entries, history.state)
    }
}

extension CardLog.Entry.Kind {
    /// Nil for what a card's page does not list.
    fileprivate init?(_ kind: Event.Kind) {
        switch kind {
        case .review(let grade, _, _): self = .review(grade)
        case .practice(let grade): self = .practice(grade)
        case .setState(.reset): self = .reset
        case .setState(.redated): self = .redated
        // A state from a file belongs to no day of the learner's.
        case .setState(.imported), .retraction: return nil
        }
    }
}
