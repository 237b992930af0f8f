import Languages

/// A card, for the script to copy; the scene is dragged, and the card inside it turns.
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
                            TurnHint(words: "Turn the card")
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
                            TurnHint(words: "Turn back")
                        }
                    }
                }
                PullLabel(direction: "left")
                PullLabel(direction: "right")
                PullLabel(direction: "up")
                PullLabel(direction: "down")
            }
        }.write(to: &page)
    }
}

private struct TurnHint: HTML {
    let words: Phrase

    func write(to page: inout HTMLWriter) {
        div(.class("face-foot"), .ariaHidden) {
            Icon.turn.small
            span { words }
        }.write(to: &page)
    }
}

/// The grade of a swipe in one direction; the page's script fills it in.
private struct PullLabel: HTML {
    let direction: StaticString

    func write(to page: inout HTMLWriter) {
        div(.class("pull-label"), .fixed("data-direction", direction), .ariaHidden) {
            span {
                Icon.none.large
                b()
            }
        }.write(to: &page)
    }
}

/// Pronounces a side, if the browser has a voice for its language.
private struct Speaker: HTML {
    func write(to page: inout HTMLWriter) {
        button(.class("icon-btn speak"), .type("button"), .hidden) { Icon.speaker.large }
            .write(to: &page)
    }
}

/// Plays the sounds of a side, if it has any.
private struct PlayButton: HTML {
    func write(to page: inout HTMLWriter) {
        button(.class("icon-btn play"), .type("button"), .ariaLabel("Play"), .hidden) {
            Icon.play.large
        }.write(to: &page)
    }
}
