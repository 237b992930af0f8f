import Languages
import Notes

/// The text of a side with its ruby annotations, marked where it is a transliteration.
struct SideText: HTML {
    let side: CardSide
    var words: String?

    func write(to page: inout HTMLWriter) {
        guard side.isGenerated else { return content.write(to: &page) }
        span(.class("made"), .text("title", say("Automatic transliteration"))) { content }
            .write(to: &page)
        // Screen readers do not read titles.
        span(.class("vh"), .lang(InterfaceLanguage.current)) {
            " "
            "(automatic transliteration)"
        }.write(to: &page)
    }

    @HTMLBuilder private var content: some HTML {
        if side.ruby.isEmpty {
            words ?? side.words
        } else {
            Each(side.ruby) { piece in
                if let reading = piece.reading {
                    // Screen readers skip the reading, which repeats the text.
                    ruby(.text("data-made", side.isRubyGenerated ? "on" : nil)) {
                        piece.text
                        rt(.ariaHidden) { reading }
                    }
                } else {
                    piece.text
                }
            }
        }
    }
}
