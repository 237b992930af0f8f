import Testing

@testable import Recall

struct CardHistoryTests {
    static let hour: Int64 = 3_600_000
    static let day: Int64 = 24 * hour

    /// Random logs with every kind of event, added in chronological order, in reverse, and in twenty random orders.
    @Test(arguments: 0..<40)
    func doesNotDependOnTheOrderOfArrival(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let scheduler = Scheduler(model: MemoryModel(.random(&random)))
        var events = (0..<(2 + random.next(below: 12))).map { log($0, &random) }
        let expected = CardHistory(events, scheduler: scheduler, seed: seed).state

        for turn in 0..<22 {
            if turn == 0 { events.sort() }
            if turn == 1 { events.reverse() }
            if turn > 1 { random.shuffle(&events) }
            var history = CardHistory(scheduler: scheduler, seed: seed)
            for (count, event) in events.enumerated() {
                history.add(event)
                // Some events arrive twice.
                if random.next(below: 4) == 0 {
                    history.add(events[Int(random.next(below: UInt32(count + 1)))])
                }
                let known = events[...count]
                #expect(
                    history.state
                        == CardHistory(known, scheduler: scheduler, seed: seed).state
                )
            }
            #expect(history.state == expected)
        }
    }

    /// A stranger's file may bring any log.
    @Test(.timeLimit(.minutes(1))) func takesALongLogInReverseOrder() {
        let reviews = (1...200_000).map { review($0, .good, at: $0 * Self.hour) }
        let retractions = (1...100_000).map { id in
            event(200_000 + id, .retraction(of: id), at: id * Self.hour)
        }
        let events = reviews + retractions

        let state = fold(events.reversed())

        #expect(state == fold(events))
        #expect(state == fold(Array(reviews[100_000...])))
    }

    @Test func retractionRemovesAReviewEntirely() {
        let first = review(1, .good, at: 0)
        let second = review(2, .again, at: Self.hour)
        let before = fold([first])

        #expect(fold([first, second]) != before)
        #expect(fold([first, second, event(3, .retraction(of: 2), at: 2 * Self.hour)]) == before)
        #expect(fold([event(3, .retraction(of: 2), at: 0), second, first]) == before)
    }

    @Test func ignoresPractice() {
        let learned = [review(1, .easy, at: 0)]

        #expect(fold(learned + [event(2, .practice, at: Self.day)]) == fold(learned))
    }

    @Test func continuesFromAnImportedState() {
        let imported = CardState(
            stage: .review,
            memory: Memory(stability: 30, difficulty: 4),
            due: 40 * Self.day,
            interval: 30,
            reviews: 7,
            lapses: 1,
            lastReview: 10 * Self.day,
            lastDay: 9
        )
        let events = [
            review(1, .again, at: 0),
            event(2, .imported(imported), at: Self.day),
            review(3, .good, at: 40 * Self.day),
        ]

        #expect(fold(Array(events[...1])) == imported)
        #expect(fold(events) == fold(Array(events[1...])))
        #expect(fold(events).reviews == 8)
        #expect(fold(events + [event(4, .reset, at: 41 * Self.day)]) == .new)
        #expect(fold(events + [event(4, .reset, at: Self.hour)]) == fold(events))
    }

    @Test func keepsTheMemoryOfARedatedCard() {
        let learned = fold([review(1, .easy, at: 0)])
        let redated = fold([
            review(1, .easy, at: 0), event(2, .redated(5 * Self.day), at: Self.day),
        ])

        #expect(redated.memory == learned.memory)
        #expect(redated.due == 5 * Self.day)
        #expect(redated.interval == 4)
        #expect(redated.stage == .review)
    }

    @Test func usesTheDueMomentThatTheButtonShowed() {
        let shown = CardEvent.Shown(due: 9 * Self.day + 4 * Self.hour, reviews: 1)
        let events = [
            review(1, .easy, at: 0),
            event(3, .review(.good, shown: shown), at: 5 * Self.day),
        ]

        let card = fold(events)

        #expect(card.due == shown.due)
        #expect(card.interval == 5)
    }

    @Test func ignoresAShownDueMomentBasedOnFewerReviews() {
        let shown = CardEvent.Shown(due: 9 * Self.day + 4 * Self.hour, reviews: 1)
        let late = review(2, .again, at: 3 * Self.day)
        let events = [
            review(1, .easy, at: 0),
            event(3, .review(.good, shown: shown), at: 5 * Self.day),
        ]
        let expected = [events[0], late, event(3, .review(.good, shown: nil), at: 5 * Self.day)]

        #expect(fold(events + [late]) == fold(expected))
        // After the late review has been retracted, the shown due moment is valid again.
        let retraction = event(4, .retraction(of: 2), at: 6 * Self.day)
        #expect(fold(events + [late, retraction]) == fold(events))
    }

    private func fold(_ events: [CardEvent]) -> CardState {
        CardHistory(events, scheduler: Scheduler(), seed: 5).state
    }

    private func review(_ id: Int64, _ grade: Grade, at moment: Int64) -> CardEvent {
        event(id, .review(grade, shown: nil), at: moment)
    }

    private func event(_ id: Int64, _ kind: CardEvent.Kind, at moment: Int64) -> CardEvent {
        CardEvent(id: id, moment: moment, offset: 0, kind: kind)
    }

    /// A random event; several share a moment, and some retract one that never arrives.
    private func log(_ number: UInt32, _ random: inout SplitMix64) -> CardEvent {
        let moment = Int64(random.next(below: 60)) * 7 * Self.hour
        let shown = CardEvent.Shown(
            due: moment + Int64(random.next(below: 400)) * Self.hour,
            reviews: random.next(below: 3) == 0 ? nil : Int(random.next(below: 6))
        )
        let kind: CardEvent.Kind =
            switch random.next(below: 16) {
            case 0: .practice
            case 1: .reset
            case 2: .redated(moment + Int64(random.next(below: 40)) * Self.day)
            case 3:
                .imported(
                    CardState(
                        stage: .review,
                        memory: Memory(stability: random.uniform(0, 90), difficulty: 3),
                        due: moment,
                        interval: 9,
                        reviews: 3,
                        lapses: 0,
                        lastReview: moment - Self.day,
                        lastDay: Int(moment / Self.day) - 1
                    )
                )
            case 4...6: .retraction(of: Int64(random.next(below: 14)))
            default: .review(random.grade(), shown: random.next(below: 2) == 0 ? shown : nil)
            }
        let offset = Int(random.next(below: 48)) * 30 - 720
        return CardEvent(id: Int64(number), moment: moment, offset: offset, kind: kind)
    }
}
