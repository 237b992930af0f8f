import Languages
import LibraryValues
import Notes
import Recall

/// A card's facts: its deck, schedule, reviews and last answers.
struct CardFactList: HTML {
    let facts: CardFacts
    let now: Moment

    func write(to page: inout HTMLWriter) {
        dl(.class("facts")) {
            fact("Deck", Phrase(verbatim: deckTitle(facts.deck)))
            if let type = facts.note.wordType {
                div {
                    dt { "Word type" }
                    dd { Badge(type: type) }
                }
            }
            if !facts.note.tags.isEmpty {
                fact("Tags", Phrase(verbatim: facts.note.tags.map(\.title).joined(separator: ", ")))
            }
            fact("Card type", facts.type.localizedName)
            fact("Next review", due)
            if let memory = state.memory {
                fact("Stability", "\(decimal(memory.stability)) days")
                fact("Difficulty", "\(decimal(memory.difficulty)) of 10")
            }
            fact("Reviews", reviews)
            fact("Added", ago(facts.note.made, now: now))
        }.write(to: &page)
        if !facts.answers.isEmpty { answers.write(to: &page) }
    }

    private var state: CardState { facts.card?.state ?? .new }

    private func fact(_ name: Phrase, _ value: Phrase) -> some HTML {
        div {
            dt { name }
            dd(.dirAuto) { value }
        }
    }

    private var due: Phrase {
        if facts.card?.isSuspended == true { return "not until you unsuspend it" }
        guard let due = state.due else { return "not scheduled yet" }
        let days = Int(((Double(due) - Double(now.milliseconds)) / 86_400_000).rounded())
        switch days {
        case ..<1: return due <= now.milliseconds ? "due now" : "today"
        case 1: return "tomorrow"
        default: return "in \(days) days"
        }
    }

    private var reviews: Phrase {
        guard state.reviews > 0 else { return "none yet" }
        let forgotten: Phrase =
            state.lapses == 0 ? "never forgotten" : "forgotten \(state.lapses)×"
        return "\(state.reviews), \(forgotten)"
    }

    private func decimal(_ number: Double) -> String {
        InterfaceLanguage.current.decimal(tenths: Int((number * 10).rounded()))
    }

    private var answers: some HTML {
        section(.class("answers-given"), .aria("aria-labelledby", "answers-title")) {
            h2(.id("answers-title")) { "Last answers" }
            ul(.class("rows")) {
                Each(facts.answers) { answer in
                    li {
                        span { ago(answer.moment, now: now) }
                        span(.class(answer.grade.colour)) {
                            answer.isPractice
                                ? "\(answer.grade.words), practice" : answer.grade.words
                        }
                    }
                }
            }
            p(.class("card-log")) {
                a(.href(.cards(.log(facts.note.id, face: facts.face)))) {
                    "All answers and forgetting curve"
                }
            }
        }
    }
}

extension Grade {
    fileprivate var words: Phrase {
        switch self {
        case .again: "again"
        case .hard: "hard"
        case .good: "good"
        case .easy: "easy"
        }
    }

    fileprivate var colour: StaticString {
        switch self {
        case .again: "grade-word again"
        case .hard: "grade-word hard"
        case .good: "grade-word good"
        case .easy: "grade-word easy"
        }
    }
}
