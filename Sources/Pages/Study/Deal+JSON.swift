import JSON
import Languages
import LibraryValues
import Notes
import Recall

extension Deal {
    /// What the page's script is given: which library, every card, the text of the first ones, and what the buttons
    /// reckon with.
    package var json: [UInt8] {
        let spoken = SpokenLanguages(
            cards.map(\.sides).languages + others.map(\.back.language)
        )
        return JSONWriter.object {
            $0.set("library", library.id)
            $0.set("epoch", library.epoch)
            $0.set("mode", mode.name)
            $0.set("title", title)
            $0.set("source", source.text)
            $0.set("engine", Engine.version)
            $0.set("at", Int(at.milliseconds))
            $0.set("seed", [Double(seed & 0xFFFF_FFFF), Double(seed >> 32)])
            $0.set("waiting", waiting)
            $0.set("cards", each: cards) { $1.set($0, spoken) }
            $0.set("others", each: others) { other, member in
                member.set("back") { $0.set(other.back, spoken) }
                member.set(other.meaning)
            }
            if let schedule {
                $0.set("schedule") {
                    $0.set("schedulers", each: schedule.schedulers) { scheduler, member in
                        member.set("deck", scheduler.deck.description)
                        member.set("parameters", scheduler.parameters.values)
                        member.set("rules", scheduler.rules.numbers)
                    }
                    $0.set("load", schedule.load.map { Double($0) })
                    if schedule.weights.contains(where: { $0 > 1 }) {
                        $0.set("weights", schedule.weights.map { Double($0) })
                    }
                }
            }
            $0.set("due", due)
            $0.set("new", new)
            $0.set("more", beyond.cards)
            if let batch { $0.set("batch", batch) }
            $0.set("moreNew", beyond.new)
            $0.set("ahead", beyond.ahead)
            if !asks.isEmpty { $0.set("asks", asks) }
        }
    }
}

extension [DealtCard?] {
    /// The cards as a response, with null for those that no longer exist.
    package var jsonBytes: [UInt8] {
        let spoken = SpokenLanguages(map { $0?.sides }.languages)
        return JSONWriter.object {
            $0.name("cards")
            $0.array(self) { json, card in
                guard let card else { return json.write(json: "null") }
                json.object { $0.set(card, spoken) }
            }
        }
    }
}

/// The names of languages, each looked up once however many sides have it.
private struct SpokenLanguages {
    private(set) var names: [LanguageTag: (spoken: String, foreign: String?)] = [:]

    init(_ languages: [LanguageTag?]) {
        for language in Set(languages.compactMap(\.self)) {
            names[language] = (language.localizedName.description, language.foreignName)
        }
    }
}

extension [CardSides?] {
    fileprivate var languages: [LanguageTag?] {
        flatMap { [$0?.front.language, $0?.back.language] }
    }
}

extension JSONWriter {
    fileprivate mutating func set(_ card: DealtCard, _ spoken: SpokenLanguages) {
        set("note", card.note.description)
        set("face", card.face.description)
        if let sides = card.sides {
            set("front") { $0.set(sides.front, spoken) }
            set("back") { $0.set(sides.back, spoken) }
        }
        if let state = card.state { set("state", state.numbers) }
        set("seed", card.seed.map { String($0) })
        set("scheduler", card.scheduler?.description)
        set("flag", Int(card.flag))
        if card.isIntroduced { set("introduces", true) }
        if let meaning = card.meaning { set(meaning) }
        if card.sides != nil, let map = card.map { set("map") { $0.set(map) } }
    }

    private mutating func set(_ map: MapQuestion) {
        set("at", [map.place.latitude, map.place.longitude])
        set("scale", Int(map.scale))
        set("choices", each: Array(zip(map.choices, map.names))) { choice, member in
            member.set("at", [choice.0.latitude, choice.0.longitude])
            member.set("words", choice.1)
        }
        set("right", map.right ?? -1)
        set("corners", map.corners.flatMap { [$0.latitude, $0.longitude] })
    }

    fileprivate mutating func set(_ side: CardSide, _ spoken: SpokenLanguages) {
        set("text", side.text)
        set("lang", side.language?.text)
        let names = side.language.flatMap { spoken.names[$0] }
        set("language", names?.spoken)
        set("own", names?.foreign)
        set("say", side.pronunciation)
        if side.isGenerated { set("made", true) }
        if !side.ruby.isEmpty {
            set("ruby", each: side.ruby) { piece, member in
                member.set("text", piece.text)
                member.set("over", piece.reading)
            }
            if side.isRubyGenerated { set("rubyMade", true) }
        }
        if let html = side.markup?.json { set("html", json: html) }
        if !side.media.isEmpty { set("media", each: side.media) { $1.set($0) } }
        guard !side.otherScripts.isEmpty else { return }
        set("others", each: side.otherScripts) { writing, member in
            member.set("text", writing.text)
            member.set("lang", writing.language.text)
            if writing.isGenerated { member.set("made", true) }
        }
    }

    private mutating func set(_ medium: CardSide.Medium) {
        set("kind", medium.reference.kind.rawValue)
        set("address", Route.media(medium.hash).path)
        let isPicture = medium.reference.kind == .picture
        set("words", isPicture ? medium.reference.caption : medium.reference.name)
    }

    fileprivate mutating func set(_ meaning: QuizItem) {
        set("kind", Int(meaning.kind))
        set("question", Int(meaning.question))
        set("answer", Int(meaning.answer))
    }
}

extension CardState {
    /// The ten numbers from which the engine in the browser reads a state.
    fileprivate var numbers: [Double] {
        let (stage, step): (Double, Int) =
            switch stage {
            case .new: (0, 0)
            case .learning(let step): (1, step)
            case .review: (2, 0)
            case .relearning(let step): (3, step)
            }
        return [
            stage, Double(step), memory?.stability ?? .nan, memory?.difficulty ?? .nan,
            due.map { Double($0) } ?? .nan, Double(interval), Double(reviews), Double(lapses),
            lastReview.map { Double($0) } ?? .nan, lastDay.map { Double($0) } ?? .nan,
        ]
    }
}

extension SchedulingRules {
    /// The numbers from which the engine in the browser reads the rules.
    fileprivate var numbers: [Double] {
        let head: [Double] = [
            retention, Double(maximumInterval), usesFuzz ? 1 : 0, allowsSameDayAfterSteps ? 1 : 0,
            Double(leechThreshold), Double(boundary.rollover),
        ]
        return [learning, relearning].reduce(head) { numbers, steps in
            numbers + [Double(steps.seconds.count)] + steps.seconds.map { Double($0) }
        }
    }
}
