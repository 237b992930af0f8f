package struct CardSides: Hashable, Sendable {
    package var front: CardSide
    package var back: CardSide

    package init(front: CardSide, back: CardSide) {
        self.front = front
        self.back = back
    }
}
