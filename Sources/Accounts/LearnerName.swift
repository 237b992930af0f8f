/// The name of a learner on a server, as in the addresses of their pages: `/~anna`.
package struct LearnerName: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package static let maximumLength = 32

    /// Nil unless it has 1 to 32 letters a to z, digits and hyphens, and begins with a letter; capitals become small.
    package init?(_ text: some StringProtocol) {
        let name = text.lowercased()
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard name.utf8.count <= Self.maximumLength,
            let first = name.utf8.first, letters.contains(first),
            name.utf8.allSatisfy({
                letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-")
            })
        else { return nil }
        self.text = name
    }

    package var description: String { text }
}
