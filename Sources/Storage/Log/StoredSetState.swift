package import Notes
internal import Recall

/// A set state that a change added to the log, as the journal stores it.
///
/// It is stored completely, because the journal may restore a note whose deletion also removed the cards of its events.
package struct StoredSetState: Codable, Sendable {
    package let id: EventID
    package let card: CardID
    private let moment: Moment
    private let state: StoredState

    /// Nil if the event is not a set state.
    package init?(_ event: Event) {
        guard let state = event.kind.state else { return nil }
        id = event.id
        card = CardID(note: event.note, face: event.face)
        moment = event.moment
        self.state = StoredState(state)
    }

    /// The event; nil if it cannot be read.
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
