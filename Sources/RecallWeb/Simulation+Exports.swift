import Recall

/// How many numbers precede the cards in the buffer of `simulate`.
private let headCount = 16

/// Simulates some days of study with the current parameters; returns 3, or 0 if the buffer contains something invalid.
///
/// The buffer contains, as 64-bit floats: the fractions of the four grades among first answers and among passing ones, the
/// seconds of a first answer, of a review and of relearning, the new cards and the reviews a day, the number of new cards,
/// how many cards each simulated one stands for, the retention; and for each card its stability, difficulty, days since its
/// last review and days until it is due. Afterwards it contains the number of reviews, the seconds of study and the number
/// of cards remembered in the end.
@_expose(wasm, "simulate")
@c(recall_simulate)
func simulate(days: Int32, cards: Int32) -> Int32 {
    let size = 4
    guard
        cards >= 0, 0...36_500 ~= days,
        let numbers = buffer.numbers(from: 0, count: headCount + Int(cards) * size),
        let newPerDay = Int(exactly: numbers[11]),
        let reviewsPerDay = Int(exactly: numbers[12]),
        let unseen = Int(exactly: numbers[13])
    else { return 0 }
    var states: [StudySimulation.Card] = []
    states.reserveCapacity(Int(cards))
    for card in 0..<Int(cards) {
        let start = headCount + card * size
        guard
            numbers[start] > 0, numbers[start + 1] > 0, numbers[start + 2].isFinite,
            let due = Int(exactly: numbers[start + 3])
        else { return 0 }
        states.append(
            StudySimulation.Card(
                memory: Memory(stability: numbers[start], difficulty: numbers[start + 1]),
                daysSinceReview: numbers[start + 2],
                due: due
            )
        )
    }
    let habits = StudyHabits(
        firstGrades: SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]),
        passingGrades: SIMD4(numbers[4], numbers[5], numbers[6], numbers[7]),
        secondsToLearn: numbers[8],
        secondsToReview: numbers[9],
        secondsToRelearn: numbers[10],
        newPerDay: newPerDay,
        reviewsPerDay: reviewsPerDay
    )
    let simulation = StudySimulation(
        model: scheduler.model,
        habits: habits,
        cards: states,
        unseen: unseen,
        scale: numbers[14]
    )
    let outcome = simulation.outcome(at: numbers[15], days: Int(days))
    numbers[0] = outcome.reviews
    numbers[1] = outcome.seconds
    numbers[2] = outcome.remembered
    return 3
}
