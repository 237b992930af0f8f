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
        let retracted = Set(
            events.compactMap { event in
                if case .retraction(let id) = event.kind { id } else { nil }
            }
        )
        var history = history
        var entries: [CardLog.Entry] = []
        for event in events where !retracted.contains(event.id) {
            let before = history.state
            history.add(CardEvent(event))
            guard let grade = event.kind.grade else { continue }
            var entry = CardLog.Entry(
                moment: event.moment,
                offset: event.offset,
                grade: grade,
                isPractice: true,
                duration: event.duration,
                recall: nil,
                memory: nil,
                interval: nil
            )
            if case .review = event.kind {
                entry.isPractice = false
                entry.memory = history.state.memory
                entry.interval = history.state.stage == .review ? history.state.interval : 0
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
