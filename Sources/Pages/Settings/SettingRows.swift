import Languages

/// One setting: its label, its control, and why a value was rejected.
///
/// The page's script sends the fields of a row together.
struct SettingRow: HTML {
    let field: SettingsForm.Field
    var flaw: Phrase?
    @HTMLBuilder let control: () -> Fragment

    func write(to page: inout HTMLWriter) {
        li(.class("set-row")) {
            control()
            p(
                .class("error"),
                .text("id", "\(field.rawValue)-flaw"),
                .present("hidden", if: flaw == nil)
            ) {
                Icon.alert.small
                span { flaw ?? "" }
            }
        }.write(to: &page)
    }
}

/// A setting's name, with a hint.
struct SettingLabel: HTML {
    let title: Phrase
    var hint: Phrase?
    /// For a control that refers to the label; the hint's id is `<id>-hint`.
    var id: String?

    func write(to page: inout HTMLWriter) {
        span(.class("what")) {
            span(.class("set-name"), .text("id", id)) { title }
            if let hint { small(.text("id", id.map { "\($0)-hint" })) { hint } }
        }.write(to: &page)
    }
}

/// A choice among a few values, side by side.
struct ChoiceRow: HTML {
    let field: SettingsForm.Field
    let title: Phrase
    var hint: Phrase?
    let choices: [(value: String, word: Phrase)]
    let chosen: String

    func write(to page: inout HTMLWriter) {
        SettingRow(field: field) {
            SettingLabel(title: title, hint: hint, id: field.rawValue)
            div(
                .class("segment"),
                .role("radiogroup"),
                .text("aria-labelledby", field.rawValue),
                .text("aria-describedby", hint.map { _ in "\(field.rawValue)-hint" })
            ) {
                Each(choices) { value, word in
                    label {
                        radioButton(field.rawValue, value, isChecked: value == chosen)
                        span { word }
                    }
                }
            }
        }.write(to: &page)
    }
}

struct SwitchRow: HTML {
    let field: SettingsForm.Field
    let title: Phrase
    var hint: Phrase?
    let isOn: Bool

    func write(to page: inout HTMLWriter) {
        SettingRow(field: field) {
            SettingSwitch(field: field, title: title, hint: hint, isOn: isOn)
        }.write(to: &page)
    }
}

struct SettingSwitch: HTML {
    let field: SettingsForm.Field
    let title: Phrase
    var hint: Phrase?
    let isOn: Bool

    func write(to page: inout HTMLWriter) {
        // Forms do not send an unchecked box; of two fields with one name, the last value counts.
        input(.type("hidden"), .text("name", field.rawValue), .fixed("value", "off"))
            .write(to: &page)
        LabelledSwitch(name: field.rawValue, title: title, hint: hint, isOn: isOn).write(to: &page)
    }
}

/// A label with a switch; a click anywhere on it toggles the switch.
struct LabelledSwitch: HTML {
    let name: String
    let title: Phrase
    var hint: Phrase?
    let isOn: Bool

    func write(to page: inout HTMLWriter) {
        label(.class("set-switch")) {
            SettingLabel(title: title, hint: hint, id: name)
            span(.class("switch")) {
                input(
                    .type("checkbox"),
                    .role("switch"),
                    .text("name", name),
                    .fixed("value", "on"),
                    .text("aria-labelledby", name),
                    .text("aria-describedby", hint.map { _ in "\(name)-hint" }),
                    .present("checked", if: isOn)
                )
                i()
            }
        }.write(to: &page)
    }
}

/// A whole number, typed or changed with buttons.
struct NumberRow: HTML {
    let field: SettingsForm.Field
    let title: Phrase
    var hint: Phrase?
    let form: SettingsForm
    var step = 1
    let limits: ClosedRange<Int>

    func write(to page: inout HTMLWriter) {
        SettingRow(field: field, flaw: form.flaw(field)) {
            SettingLabel(title: title, hint: hint, id: field.rawValue)
            Stepper(
                field: field,
                title: title,
                isDescribed: hint != nil,
                form: form,
                step: step,
                limits: limits
            )
        }.write(to: &page)
    }
}

/// A number between two buttons, which only work with a script.
struct Stepper: HTML {
    let field: SettingsForm.Field
    let title: Phrase
    var isDescribed = false
    let form: SettingsForm
    let step: Int
    let limits: ClosedRange<Int>

    func write(to page: inout HTMLWriter) {
        span(.class("stepper")) {
            button(
                .type("button"),
                .class("icon-btn filled"),
                .number("data-step", -step),
                .ariaLabel("\(title): less")
            ) { Icon.minus.large }
            TextInput(field: field, isDescribed: isDescribed, form: form, limits: limits)
            button(
                .type("button"),
                .class("icon-btn filled"),
                .number("data-step", step),
                .ariaLabel("\(title): more")
            ) { Icon.plus.large }
        }.write(to: &page)
    }
}

struct TextRow: HTML {
    let field: SettingsForm.Field
    let title: Phrase
    let hint: Phrase
    let form: SettingsForm

    func write(to page: inout HTMLWriter) {
        SettingRow(field: field, flaw: form.flaw(field)) {
            SettingLabel(title: title, hint: hint, id: field.rawValue)
            TextInput(field: field, isDescribed: true, form: form)
        }.write(to: &page)
    }
}

private struct TextInput: HTML {
    let field: SettingsForm.Field
    let isDescribed: Bool
    let form: SettingsForm
    /// Nil where the text is not a number.
    var limits: ClosedRange<Int>?

    func write(to page: inout HTMLWriter) {
        input(
            .class("input"),
            .type("text"),
            .text("name", field.rawValue),
            .text("value", form.text(field)),
            .text("inputmode", limits.map { _ in "numeric" }),
            .text("data-min", limits.map { String($0.lowerBound) }),
            .text("data-max", limits.map { String($0.upperBound) }),
            .fixed("autocomplete", "off"),
            .fixed("spellcheck", "false"),
            .number("maxlength", limits == nil ? 200 : 9),
            .text("aria-labelledby", field.rawValue),
            .text(
                "aria-describedby",
                isDescribed
                    ? "\(field.rawValue)-hint \(field.rawValue)-flaw" : "\(field.rawValue)-flaw"
            ),
            .text("aria-invalid", form.flaw(field) == nil ? nil : "true")
        ).write(to: &page)
    }
}
