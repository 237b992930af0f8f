/// The two sides of a card.
public struct Sides: Hashable, Sendable {
    /// What is asked.
    public var front: Side
    /// What answers.
    public var back: Side

    /// Puts two sides together.
    public init(front: Side, back: Side) {
        self.front = front
        self.back = back
    }
}
