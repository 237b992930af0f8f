import Languages

/// The weekdays with fewer reviews, side by side.
struct EasyDaysRow: HTML {
    /// Monday = 1 to Sunday = 7.
    let chosen: Set<Int>

    func write(to page: inout HTMLWriter) {
        SettingRow(field: .easyMonday) {
            SettingLabel(
                title: "Easy days",
                hint: "About half as many reviews; others go to the days around them",
                id: "easyDays"
            )
            div(
                .class("segment weekdays"),
                .role("group"),
                .text("aria-labelledby", "easyDays"),
                .text("aria-describedby", "easyDays-hint")
            ) {
                Each(zip(SettingsForm.Field.easyDays, weekdays)) { field, weekday in
                    // Forms do not send an unchecked box; of two fields with one name, the last value counts.
                    input(.type("hidden"), .text("name", field.rawValue), .fixed("value", "off"))
                    label {
                        input(
                            .type("checkbox"),
                            .text("name", field.rawValue),
                            .fixed("value", "on"),
                            .ariaLabel(weekday),
                            .present("checked", if: field.easyDay.map(chosen.contains) ?? false)
                        )
                        span(.ariaHidden) { initial(of: weekday) }
                    }
                }
            }
        }.write(to: &page)
    }
}
