import Languages

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
                                    span(.class("vh")) { " \("to" as Phrase) " }
                                    span()
                                }
                                PlayButton()
                                Speaker()
                            }
                            button(.class("face-hit"), .type("button")) {
                                span(.class("pictures"))
                                span(.class("word"), .dirAuto)
                                span(.class("say"), .dirAuto)
                            }
                            TurnHint(words: "Tap to turn")
                        }
                    }
                    div(.class("face back"), .inert, .ariaHidden) {
                        span(.class("tint"), .ariaHidden)
                        div(.class("face-in")) {
                            div(.class("face-top")) {
                                span(.class("asked"), .ariaHidden) {
                                    span()
                                    b(.dirAuto)
                                }
                                PlayButton()
                                Speaker()
                            }
                            button(.class("face-hit"), .type("button")) {
                                span(.class("vh asked-before"), .dirAuto)
                                span(.class("pictures"))
                                span(.class("word"), .dirAuto)
                                span(.class("say"), .dirAuto)
                                span(.class("scripts"))
                            }
                            TurnHint(words: "Tap to turn back")
                        }
                    }
                }
                PullLabel(way: "left")
                PullLabel(way: "right")
                PullLabel(way: "up")
                PullLabel(way: "down")
            }
        }.write(to: &page)
    }
}

/// Says at the foot of a face that the card can be turned.
private struct TurnHint: HTML {
    let words: Phrase

    func write(to page: inout HTMLWriter) {
        div(.class("face-foot"), .ariaHidden) {
            Icon.turn.small
            span { words }
        }.write(to: &page)
    }
}

/// What a release to one side would mean; the page's script says what.
private struct PullLabel: HTML {
    let way: StaticString

    func write(to page: inout HTMLWriter) {
        div(.class("pull-label"), .fixed("data-direction", way), .ariaHidden) {
            span {
                Icon.none.large
                b()
            }
        }.write(to: &page)
    }
}

/// Says a side in its language, where the browser has a voice for it.
private struct Speaker: HTML {
    func write(to page: inout HTMLWriter) {
        button(.class("icon-btn speak"), .type("button"), .hidden) { Icon.speaker.large }
            .write(to: &page)
    }
}

/// Plays the sounds of a side, where it has any.
private struct PlayButton: HTML {
    func write(to page: inout HTMLWriter) {
        button(.class("icon-btn play"), .type("button"), .ariaLabel("Play"), .hidden) {
            Icon.play.large
        }.write(to: &page)
    }
}
