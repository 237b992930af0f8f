import Languages
import Notes

/// The text of a side where a page shows it, with what stands over it and what says that a rule made it.
struct SideText: HTML {
    let side: CardSide
    var words: String?

    func write(to page: inout HTMLWriter) {
        if side.isGenerated {
            // To whoever hears it, too.
            span(.class("made"), .text("title", say("Made by transliteration"))) { Words(of: self) }
                .write(to: &page)
            span(.class("vh"), .lang(InterfaceLanguage.current)) {
                " "
                "(made by transliteration)"
            }.write(to: &page)
        } else {
            Words(of: self).write(to: &page)
        }
    }

    /// A screen reader reads the text alone, once.
    private struct Words: HTML {
        let text: SideText

        init(of text: SideText) { self.text = text }

        func write(to page: inout HTMLWriter) {
            guard !text.side.ruby.isEmpty else {
                return (text.words ?? text.side.words).write(to: &page)
            }
            Each(text.side.ruby) { piece in
                if let reading = piece.reading {
                    ruby(.text("data-made", text.side.isRubyGenerated ? "on" : nil)) {
                        piece.text
                        rt(.ariaHidden) { reading }
                    }
                } else {
                    piece.text
                }
            }.write(to: &page)
        }
    }
}
