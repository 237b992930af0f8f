import Languages

// Controls that several forms share.

/// A button that submits its form with an action, the value of `do`.
func submitButton(
    _ action: String,
    class names: StaticString = "btn",
    _ attributes: Attribute...,
    @HTMLBuilder content: () -> Fragment
) -> Element {
    let own: [Attribute] = [
        .class(names), .type("submit"), .fixed("name", "do"), .text("value", action),
    ]
    return Element(name: "button", attributes: own + attributes, content: content())
}

/// The input of one line in a `Field`, named for its id.
func fieldInput(
    _ id: String,
    type: StaticString = "text",
    _ attributes: Attribute...
) -> Element {
    let own: [Attribute] = [
        .class("input"), .text("id", id), .type(type), .text("name", id),
    ]
    return Element(name: "input", attributes: own + attributes, content: nil)
}

/// One of the radio buttons that share a name.
func radioButton(_ name: String, _ value: String, isChecked: Bool) -> Element {
    input(
        .type("radio"),
        .text("name", name),
        .text("value", value),
        .present("checked", if: isChecked)
    )
}

/// An option of a `select`.
func selectOption(
    _ value: String,
    isSelected: Bool,
    @HTMLBuilder content: () -> Fragment
) -> Element {
    option(.text("value", value), .present("selected", if: isSelected), content: content)
}

extension Attribute {
    /// Marks a control whose value was rejected.
    static func isInvalid(_ flaw: Phrase?) -> Attribute {
        .text("aria-invalid", flaw == nil ? nil : "true")
    }

    /// Refers to a hint about the control, given by its id, and to the reason why the control's value was rejected.
    static func describedBy(_ flaw: Phrase?, id: String, hint: String? = nil) -> Attribute {
        let ids = [hint, flaw == nil ? nil : id].compactMap(\.self)
        return .text("aria-describedby", ids.isEmpty ? nil : ids.joined(separator: " "))
    }
}
