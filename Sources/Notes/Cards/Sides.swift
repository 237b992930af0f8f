/// The two sides of a card.
package struct Sides: Hashable, Sendable {
    package var front: Side
    package var back: Side

    package init(front: Side, back: Side) {
        self.front = front
        self.back = back
    }
}
