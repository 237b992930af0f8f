import Library

/// The stack of cards with the line above it and, where there is room, what the arrow keys do beside it.
struct Table: HTML {
    let deal: Deal

    func write(to page: inout HTMLWriter) {
        div(.class("stage-wrap"), .id("table")) {
            div(.class("study-line")) {
                span(.dirAuto) { deal.title }
                span {
                    "Remembered "
                    b(.id("score")) { "0/\(deal.cards.count)" }
                }
            }
            noscript {
                p(.class("needs-script")) {
                    """
                    Studying needs JavaScript, because every swipe is answered in the browser itself. \
                    Please allow it for this page and reload.
                    """
                }
            }
            div(.class("stage")) {
                ArrowHint(side: .start)
                section(.class("deck"), .id("deck"), .ariaLabel("Cards")) {
                    div(.class("under second"), .ariaHidden)
                    div(.class("under"), .ariaHidden)
                    div(.class("scene blank"), .ariaHidden) {
                        div(.class("card")) { div(.class("face front")) }
                    }
                }
                ArrowHint(side: .end)
            }
        }.write(to: &page)
    }
}

/// The key that does what a swipe to this side does.
private struct ArrowHint: HTML {
    enum Side { case start, end }

    let side: Side

    func write(to page: inout HTMLWriter) {
        switch side {
        case .start:
            div(.class("side-hint start"), .ariaHidden) {
                span(.class("kbd")) { "←" }
                span { "Wrong" }
            }.write(to: &page)
        case .end:
            div(.class("side-hint end"), .ariaHidden) {
                span(.class("kbd")) { "→" }
                span { "Correct" }
            }.write(to: &page)
        }
    }
}

/// One card, for the script to copy: the scene takes the drag, the card takes the turn.
struct CardTemplate: HTML {
    func write(to page: inout HTMLWriter) {
        template(.id("card")) {
            div(.class("scene")) {
                div(.class("card"), .fixed("data-side", "front")) {
                    div(.class("face front")) {
                        span(.class("tint"), .ariaHidden)
                        div(.class("face-in")) {
                            div(.class("face-top")) {
                                span(.class("pair")) {
                                    span()
                                    Icon.arrow.small
                                    span(.class("vh")) { " to " }
                                    span()
                                }
                            }
                            button(.class("face-hit"), .type("button")) {
                                span(.class("word"), .dirAuto)
                                span(.class("say"), .dirAuto)
                            }
                            TurnHint(words: "Tap to turn")
                        }
                    }
                    div(.class("face back"), .inert, .ariaHidden) {
                        span(.class("tint"), .ariaHidden)
                        div(.class("face-in")) {
                            div(.class("face-top"), .ariaHidden) {
                                span(.class("asked")) {
                                    span()
                                    b(.dirAuto)
                                }
                            }
                            button(.class("face-hit"), .type("button")) {
                                span(.class("vh asked-before"), .dirAuto)
                                span(.class("word"), .dirAuto)
                                span(.class("say"), .dirAuto)
                            }
                            TurnHint(words: "Tap to turn back")
                        }
                    }
                }
                div(.class("pull-label right"), .ariaHidden) {
                    span {
                        Icon.check.large
                        "Correct"
                    }
                }
                div(.class("pull-label wrong"), .ariaHidden) {
                    span {
                        Icon.cross.large
                        "Wrong"
                    }
                }
            }
        }.write(to: &page)
    }
}

/// Says at the foot of a face that the card can be turned.
private struct TurnHint: HTML {
    let words: String

    func write(to page: inout HTMLWriter) {
        div(.class("face-foot"), .ariaHidden) {
            Icon.turn.small
            words
        }.write(to: &page)
    }
}
