import Languages
import Notes

/// The settings that most learners never change, collapsed.
struct AdvancedFields: HTML {
    let form: SettingsForm

    private typealias Limits = StudySettings.Limits

    func write(to page: inout HTMLWriter) {
        details(.class("group fine"), .present("open", if: isOpen)) {
            summary {
                h2 { "Advanced" }
                Icon.fold.small
            }
            ul(.class("rows")) {
                Each(modes) { field, title in
                    SwitchRow(
                        field: field,
                        title: title,
                        hint: "Only the first answer of the day to a new or due card",
                        isOn: field.mode.map(form.settings.counts.contains) ?? false
                    )
                }
                NumberRow(
                    field: .rollover,
                    title: "Start of the day",
                    hint: "Hours after midnight, if you study late",
                    form: form,
                    limits: Limits.rollover
                )
                TextRow(
                    field: .learningSteps,
                    title: "Steps for new cards",
                    hint: "They come back at these intervals until you know them",
                    form: form
                )
                TextRow(
                    field: .relearningSteps,
                    title: "Steps after forgetting",
                    hint: "The same for cards you used to know",
                    form: form
                )
                NumberRow(
                    field: .longestInterval,
                    title: "Maximum interval, in days",
                    hint: "No card is scheduled further ahead",
                    form: form,
                    step: 30,
                    limits: Limits.longestInterval
                )
                NumberRow(
                    field: .leechLapses,
                    title: "Mark as leech",
                    hint: "After this many lapses; 0 for never",
                    form: form,
                    limits: Limits.leechLapses
                )
            }
        }.write(to: &page)
    }

    private let modes: [(SettingsForm.Field, Phrase)] = [
        (.countsLearn, "Learn counts as review"), (.countsRace, "Race counts as review"),
        (.countsQuiz, "Quiz counts as review"),
    ]

    /// A rejected field is never collapsed.
    private var isOpen: Bool {
        let fields: [SettingsForm.Field] = [
            .rollover, .learningSteps, .relearningSteps, .longestInterval, .leechLapses,
        ]
        return fields.contains { form.flaw($0) != nil }
    }
}
