import Languages
package import Notes

/// The settings for generating definitions and translations.
package struct LookupPage: Page {
    private let form: LookupForm
    private let settings: StudySettings

    package init(form: LookupForm, settings: StudySettings = StudySettings()) {
        self.form = form
        self.settings = settings
    }

    package func render() -> [UInt8] {
        Document(title: "Generate", assets: .form([.close, .alert, .check]), settings: settings) {
            main(.class("sheet-page"), .id("main")) {
                SheetForm(
                    title: "Generate",
                    action: .lookup,
                    exit: ReturnPath(.settings()),
                    isUnsaved: form.flaw != nil
                ) {
                    outcome
                    p(.class("muted")) { introduction }
                    endpoint
                    model
                    key
                    order
                }
            }
            LeaveDialog()
            StatusRegion()
        }.render()
    }

    private var introduction: Phrase {
        form.hasDictionary
            ? """
            The “Generate” button in a card’s form writes a definition, or the word in other \
            languages. English words are looked up in WordNet on this computer. A language model \
            can do more.
            """
            : """
            The “Generate” button in a card’s form writes a definition, or the word in other \
            languages. No dictionary is installed on this computer (the package is called \
            wordnet-base), but a language model can do it.
            """
    }

    @HTMLBuilder private var outcome: some HTML {
        if let flaw = form.flaw { AlertNote(flaw) }
        if form.isSaved {
            p(.class(form.problem == nil ? "note done" : "note warning"), .role("status")) {
                Icon.check.small
                span {
                    "Saved."
                    " "
                    form.problem ?? found
                }
            }
        }
    }

    private var found: Phrase {
        if form.settings.endpoint.isEmpty { return "" }
        let names = form.models.prefix(8).joined(separator: ", ")
        return form.models.isEmpty ? "The server is responding." : "The server offers \(names)."
    }

    private var model: some HTML {
        Field("model", "Model") {
            fieldInput(
                "model",
                .text("value", form.settings.model),
                .fixed("list", "models"),
                .fixed("dir", "ltr")
            )
            datalist(.id("models")) {
                Each(form.models) { name in option(.text("value", name)) }
            }
            p(.class("hint")) {
                "The model’s name on the server. After saving, you can choose from its list."
            }
        }
    }

    private var key: some HTML {
        Field("key", "Key") {
            fieldInput(
                "key",
                type: "password",
                .fixed("autocomplete", "off"),
                .fixed("dir", "ltr"),
                .placeholder(form.hasKey ? "A key is stored" : nil)
            )
            p(.class("hint")) {
                "Only if the server requires one. It is kept in your library and never shown."
            }
            if form.hasKey {
                label(.class("tick-line")) {
                    input(.type("checkbox"), .fixed("name", "forget-key"), .fixed("value", "on"))
                    span { "Delete the key" }
                }
            }
        }
    }

    private var order: some HTML {
        Field("first", "Ask first") {
            select(.class("input"), .id("first"), .fixed("name", "first")) {
                choice(.model, "The language model")
                choice(.dictionary, "Dictionaries on this computer")
            }
        }
    }

    private func choice(_ first: LookupSettings.First, _ words: Phrase) -> some HTML {
        selectOption(first.rawValue, isSelected: form.settings.first == first) { words }
    }

    private var endpoint: some HTML {
        Field("endpoint", "Language model address") {
            fieldInput(
                "endpoint",
                type: "url",
                .text("value", form.settings.endpoint),
                .fixed("dir", "ltr")
            )
            p(.class("hint")) {
                "Ollama, llama.cpp, LM Studio, vLLM or a service, such as http://localhost:11434"
            }
        }
    }
}
