import Notes

extension String {
    /// Without control characters, and without blanks at its ends.
    var tidied: String {
        trimmed.filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
    }
}
