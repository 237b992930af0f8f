import Recall

/// How many numbers precede the cards in the buffer of `simulate`.
private let headCount = 15

/// Simulates some days of study with the current parameters; returns 3, or 0 if the buffer contains something invalid.
///
/// The buffer contains, as 64-bit floats: the fractions of the four grades among first answers and of the best three among
/// passing ones, the seconds of a first answer, of a review and of relearning, the new cards and the reviews a day, the
/// number of new cards, how many cards each simulated one stands for, the retention; and for each card its stability,
/// difficulty, days since its last review and days until it is due. Afterwards it contains the number of reviews, the
/// seconds of study and the number of cards remembered in the end.
@_expose(wasm, "simulate")
@c(recall_simulate)
func simulate(days: Int32, cards: Int32) -> Int32 {
    let size = 4
    guard
        let head = buffer.numbers(from: 0, count: headCount),
        let numbers = buffer.numbers(from: headCount, count: Int(cards) * size),
        head.allSatisfy({ $0.isFinite && $0 >= 0 }),
        let newPerDay = Int(exactly: head[10]),
        let reviewsPerDay = Int(exactly: head[11]),
        let unseen = Int(exactly: head[12]),
        0...36_500 ~= days
    else { return 0 }
    var states: [StudySimulation.Card] = []
    for card in 0..<Int(cards) {
        let number = { (index: Int) in numbers[card * size + index] }
        guard
            number(0) > 0, number(1) > 0, number(2).isFinite,
            let due = Int(exactly: number(3))
        else { return 0 }
        states.append(
            StudySimulation.Card(
                memory: Memory(stability: number(0), difficulty: number(1)),
                daysSinceReview: number(2),
                due: due
            )
        )
    }
    let habits = StudyHabits(
        firstGrades: Array(head[0..<4]),
        passingGrades: Array(head[4..<7]),
        secondsToLearn: head[7],
        secondsToReview: head[8],
        secondsToRelearn: head[9],
        newPerDay: newPerDay,
        reviewsPerDay: reviewsPerDay
    )
    let simulation = StudySimulation(
        model: scheduler.model,
        habits: habits,
        cards: states,
        unseen: unseen,
        scale: head[13]
    )
    let outcome = simulation.outcome(at: head[14], days: Int(days))
    guard let result = buffer.numbers(from: 0, count: 3) else { return 0 }
    result[0] = outcome.reviews
    result[1] = outcome.seconds
    result[2] = outcome.remembered
    return 3
}
