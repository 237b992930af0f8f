import Languages
import LibraryValues
import Notes
import Recall

/// The bar above the cards: buttons to leave, undo and more, and the progress or the clock.
struct StudyBar: HTML {
    let deal: Deal
    let settings: StudySettings

    func write(to page: inout HTMLWriter) {
        header(.class("study-bar")) {
            a(.class("icon-btn"), .id("leave"), .href(.home), .ariaLabel(deal.mode.leaving)) {
                Icon.close.large
            }
            switch deal.mode {
            case .browse:
                div(.class("bar-title"), .dirAuto) { deal.title }
            case .race:
                RaceClock(seconds: settings.raceSeconds)
            case .learn, .review, .quiz:
                div(
                    .class("progress"),
                    .id("progress"),
                    .role("img"),
                    .ariaLabel("\(0) of \("\(deal.total) cards" as Phrase) done")
                ) { i() }
            }
            if deal.mode == .race {
                button(
                    .class("icon-btn"),
                    .id("pause"),
                    .type("button"),
                    .ariaLabel("Pause the clock")
                ) { Icon.pause.large }
            }
            if deal.mode != .browse {
                button(
                    .class("icon-btn"),
                    .id("undo"),
                    .type("button"),
                    .ariaLabel("Undo"),
                    .title("Undo the last answer"),
                    .aria("aria-disabled", "true")
                ) { Icon.undo.large }
            }
            button(
                .class("icon-btn"),
                .id("more"),
                .type("button"),
                .ariaLabel("More"),
                .aria("aria-haspopup", "dialog")
            ) { Icon.more.large }
            button(
                .class("icon-btn for-keys"),
                .id("shortcuts-button"),
                .type("button"),
                .ariaLabel("Keyboard shortcuts"),
                .aria("aria-haspopup", "dialog")
            ) { Icon.keyboard.large }
        }.write(to: &page)
    }
}

/// The time that a race has left; screen readers read it only on request.
private struct RaceClock: HTML {
    let seconds: Int

    func write(to page: inout HTMLWriter) {
        div(.class("clock-place")) {
            div(.class("capsule"), .id("clock"), .role("timer"), .aria("aria-live", "off")) {
                if seconds > 0 { Self.dial }
                span { seconds > 0 ? "Time: \(seconds)" : "No timer" }
            }
        }.write(to: &page)
    }

    private static let dial = Markup(
        """
        <svg viewBox="0 0 24 24" aria-hidden="true"><circle class="track" cx="12" cy="12" r="9"/>\
        <circle class="hand" cx="12" cy="12" r="9" pathLength="100"/></svg>
        """
    )
}
