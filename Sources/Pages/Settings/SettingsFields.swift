import Languages
import Notes

/// How cards are shown, answered and limited.
struct StudyingFields: HTML {
    let form: SettingsForm

    private typealias Limits = StudySettings.Limits

    func write(to page: inout HTMLWriter) {
        SettingGroup(id: "studying", title: "Studying") { studying }.write(to: &page)
        SettingGroup(id: "practice", title: "Race and quiz") { practice }.write(to: &page)
    }

    private var settings: StudySettings { form.settings }

    @HTMLBuilder private var studying: some HTML {
        ChoiceRow(
            field: .style,
            title: "Showing the answer",
            choices: [("flip", "Turn"), ("reveal", "Reveal")],
            chosen: settings.style.rawValue
        )
        ChoiceRow(
            field: .right,
            title: "Swipe right means",
            hint: "Swiping left means the opposite",
            choices: [("wrong", "Wrong"), ("correct", "Correct")],
            chosen: settings.right.rawValue
        )
        ChoiceRow(
            field: .twoButtons,
            title: "Grade buttons",
            hint: "Four let you say how well you knew it",
            choices: [("off", "Four"), ("on", "Two")],
            chosen: settings.twoButtons ? "on" : "off"
        )
        SwitchRow(
            field: .introduces,
            title: "Introduce new cards",
            hint: "Show the answer first, then ask",
            isOn: settings.introduces
        )
        NumberRow(
            field: .newLimit,
            title: "New cards per day",
            hint: "All decks together",
            form: form,
            step: 5,
            limits: Limits.cardsPerDay
        )
        NumberRow(
            field: .reviewLimit,
            title: "Reviews per day",
            hint: "All decks together; the rest wait",
            form: form,
            step: 10,
            limits: Limits.cardsPerDay
        )
        RetentionRow(form: form)
    }

    @HTMLBuilder private var practice: some HTML {
        SettingRow(field: .raceSeconds, flaw: form.flaw(.raceSeconds)) {
            SettingSwitch(
                field: .raceClock,
                title: "Race timer",
                hint: "Off: race without a time limit",
                isOn: settings.raceSeconds > 0
            )
            div(.class("set-more")) {
                SettingLabel(title: "Seconds in a race", id: "raceSeconds")
                Stepper(
                    field: .raceSeconds,
                    title: "Seconds in a race",
                    form: form,
                    step: 10,
                    limits: Limits.raceSeconds
                )
            }
        }
        ChoiceRow(
            field: .quiz,
            title: "Quiz answers",
            choices: [("choice", "Choose"), ("typed", "Type")],
            chosen: settings.quiz.rawValue
        )
        SwitchRow(
            field: .marksCount,
            title: "Require accents",
            hint: "Typing e instead of é counts as wrong",
            isOn: settings.marksCount
        )
    }
}

/// A list of settings under a heading.
struct SettingGroup: HTML {
    let id: StaticString
    let title: Phrase
    @HTMLBuilder let rows: () -> Fragment

    func write(to page: inout HTMLWriter) {
        section(.class("group"), .text("aria-labelledby", id.description)) {
            h2(.id(id)) { title }
            ul(.class("rows")) { rows() }
        }.write(to: &page)
    }
}

/// The target retention: a slider with a sentence that explains its value.
private struct RetentionRow: HTML {
    let form: SettingsForm

    func write(to page: inout HTMLWriter) {
        SettingRow(field: .retention, flaw: form.flaw(.retention)) {
            SettingLabel(
                title: "Target retention",
                hint: RetentionDescription(percent: percent).sentence,
                id: "retention"
            )
            input(
                .class("range"),
                .type("range"),
                .fixed("name", "retention"),
                .number("min", RetentionDescription.percents.lowerBound),
                .number("max", RetentionDescription.percents.upperBound),
                .number("value", percent),
                .aria("aria-labelledby", "retention"),
                .aria("aria-describedby", "retention-hint"),
                .text("aria-valuetext", "\(percent) of 100")
            )
            span(.class("ends"), .ariaHidden) {
                span { "Less work" }
                span { "Remember more" }
            }
        }.write(to: &page)
    }

    private var percent: Int { percentage(form.settings.retention) }
}
