/// What hides part of a picture, as Anki writes it into a gap: `image-occlusion:rect:left=.1:top=.2:width=.3:height=.4:oi=1`.
///
/// All lengths are parts of the picture's width or height.
struct OcclusionShape: Hashable {
    /// What it is on one side of a card.
    enum Role: String {
        /// Hides what is asked.
        case asked
        /// Hides what another card asks.
        case hidden
        /// Shows what was asked.
        case found
    }

    private static let opening = "image-occlusion:"
    /// The most corners that a shape may have.
    private static let mostCorners = 500

    private let kind: String
    private var values: [String: String] = [:]

    /// Reads what stands in a gap; nil where that is a text like any other.
    init?(_ text: String) {
        guard text.hasPrefix(Self.opening) else { return nil }
        var parts: [String] = [""]
        var isEscaped = false
        for character in text.dropFirst(Self.opening.count) {
            if character == ":", !isEscaped {
                parts.append("")
            } else {
                // Within a text a colon has a backslash before it.
                if isEscaped, character == ":" { parts[parts.count - 1].removeLast() }
                parts[parts.count - 1].append(character)
            }
            isEscaped = character == "\\"
        }
        kind = parts[0].trimmed
        for part in parts.dropFirst() {
            guard let mark = part.firstIndex(of: "=") else { continue }
            values[part[..<mark].trimmed] = String(part[part.index(after: mark)...])
        }
    }

    /// Whether it hides its part of the picture on the other cards of its note too.
    private var hidesOnOthers: Bool { values["oi"] == "1" }

    /// The element that the page's script draws; empty where nothing is to be drawn.
    func markup(isAsked: Bool, isFilled: Bool, isOnAll: Bool) -> String {
        let role: Role
        switch (isAsked, isFilled) {
        case _ where isOnAll, (true, false): role = .asked
        case (true, true): role = .found
        case (false, _):
            guard hidesOnOthers else { return "" }
            role = .hidden
        }
        guard let points = points else { return "" }
        var attributes = " kind=\"\(kind)\" role=\"\(role.rawValue)\" points=\"\(points)\""
        if let angle = number("angle"), angle != 0 { attributes += " angle=\"\(angle)\"" }
        if kind == "text" {
            attributes += " text=\"\((values["text"] ?? "").asPlainText.attributeEscaped)\""
            if let size = number("fs") { attributes += " size=\"\(size)\"" }
        }
        return "<omena-shape\(attributes)></omena-shape>"
    }

    /// Its numbers in a fixed order; nil where it cannot be drawn.
    private var points: String? {
        switch kind {
        case "rect": numbers(["left", "top", "width", "height"])
        case "ellipse": numbers(["left", "top", "rx", "ry"])
        case "text": numbers(["left", "top"])
        case "polygon": corners
        default: nil
        }
    }

    private func numbers(_ names: [String]) -> String? {
        let numbers = names.compactMap { number($0) }
        return numbers.count == names.count
            ? numbers.map { "\($0)" }.joined(separator: " ") : nil
    }

    private var corners: String? {
        let numbers = (values["points"] ?? "").split { $0 == "," || $0.isWhitespace }
            .prefix(2 * Self.mostCorners).map { Self.number($0) }
        let known = numbers.compactMap(\.self)
        guard known.count == numbers.count, known.count >= 6, known.count.isMultiple(of: 2) else {
            return nil
        }
        return known.map { "\($0)" }.joined(separator: " ")
    }

    private func number(_ name: String) -> Double? { values[name].flatMap(Self.number) }

    private static func number(_ text: some StringProtocol) -> Double? {
        guard let number = Double(text.trimmed), (-10_000...10_000).contains(number) else {
            return nil
        }
        return number
    }
}
