import Languages
import Library
import Notes
import Recall

extension Deal {
    /// What the page's script is given: which library, and the text of every card.
    var json: JSON {
        .object {
            $0.set("library", library.id)
            $0.set("epoch", library.epoch)
            $0.set("mode", mode.name)
            $0.set("deck", deck)
            $0.set("engine", Engine.version)
            $0.set("cards", each: cards) { card, member in
                member.set("note", card.note.description)
                member.set("face", card.face.description)
                member.set("front") { $0.set(card.front) }
                member.set("back") { $0.set(card.back) }
            }
        }
    }
}

extension JSON.Members {
    fileprivate mutating func set(_ side: Side) {
        set("text", side.text)
        set("lang", side.language?.text)
        set("say", side.pronunciation)
    }
}
