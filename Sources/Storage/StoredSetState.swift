package import Notes
internal import Recall

/// A set state that a change added to the log, as the journal keeps it.
///
/// Kept whole: the log forgets whose an event was when its note is removed for good, the journal may add it again.
package struct StoredSetState: Codable, Sendable {
    /// Names it in the log.
    package let id: EventID
    /// The card.
    package let card: CardID
    private let moment: Moment
    private let state: StoredState

    /// Writes an event down; nil where it is no set state.
    package init?(_ event: Event) {
        guard let state = event.kind.state else { return nil }
        id = event.id
        card = CardID(note: event.note, face: event.face)
        moment = event.moment
        self.state = StoredState(state)
    }

    /// The event; nil where what was kept cannot be read.
    package func event(offset: Int) -> Event? {
        state.state.map {
            Event(
                id: id,
                note: card.note,
                face: card.face,
                kind: .setState($0),
                moment: moment,
                offset: offset,
                duration: 0,
                mode: .review
            )
        }
    }
}
