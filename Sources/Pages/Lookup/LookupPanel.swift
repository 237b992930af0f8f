import Languages

/// The way from the settings to whom is asked for words.
struct LookupPanel: HTML {
    func write(to page: inout HTMLWriter) {
        section(.class("group"), .aria("aria-labelledby", "lookup")) {
            h2(.id("lookup")) { "Generate" }
            ul(.class("rows")) {
                li(.class("set-row")) {
                    span(.class("what")) {
                        span(.class("set-name")) { "Definitions and translations" }
                        small { "From dictionaries on this machine, or a language model" }
                    }
                    a(.class("btn btn-small"), .href(.lookup)) {
                        "Set up"
                        span(.class("vh")) {
                            " "
                            "whom to ask"
                        }
                    }
                }
            }
        }.write(to: &page)
    }
}
