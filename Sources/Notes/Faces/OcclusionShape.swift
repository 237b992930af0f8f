/// A shape that hides part of a picture, as Anki writes it into a gap: `image-occlusion:rect:left=.1:top=.2:width=.3:height=.4:oi=1`.
///
/// All lengths are fractions of the picture's width or height.
struct OcclusionShape: Hashable {
    /// Its role on one side of a card.
    enum Role: String {
        /// Hides the part that is asked for.
        case asked
        /// Hides the part that another card asks for.
        case hidden
        /// Outlines the part that was asked for.
        case found
    }

    private static let opening = "image-occlusion:"
    /// The maximum number of corners of a shape.
    private static let mostCorners = 500

    private let kind: String
    private var values: [String: String] = [:]

    /// Parses the content of a gap; nil if that is ordinary text.
    init?(_ text: String) {
        guard text.hasPrefix(Self.opening) else { return nil }
        var parts: [String] = [""]
        var isEscaped = false
        for character in text.dropFirst(Self.opening.count) {
            if character == ":", !isEscaped {
                parts.append("")
            } else {
                // Colons in a text are escaped by a backslash.
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

    /// On which cards of the note it hides its part, in Anki's numbering.
    private enum Mode: String {
        /// On its own card.
        case own = "0"
        /// On the other cards too.
        case all = "1"
        /// On the other cards only, until the answer is shown.
        case others = "2"
    }

    private var mode: Mode { values["oi"].flatMap(Mode.init(rawValue:)) ?? .own }

    /// The element that the page's script draws; empty if there is nothing to draw.
    func markup(isAsked: Bool, isFilled: Bool, isOnAll: Bool) -> String {
        let role: Role
        switch (mode, isAsked, isFilled) {
        case _ where isOnAll: role = .asked
        case (.others, true, _), (.others, _, true), (.own, false, _): return ""
        case (_, true, false): role = .asked
        case (_, true, true): role = .found
        case (_, false, _): role = .hidden
        }
        guard let points = points else { return "" }
        var attributes = " kind=\"\(kind)\" role=\"\(role.rawValue)\" points=\"\(points)\""
        // A polygon's corners are already rotated.
        if kind != "polygon", let angle = number("angle"), angle != 0 {
            attributes += " angle=\"\(angle)\""
        }
        if kind == "text" {
            attributes += " text=\"\((values["text"] ?? "").asPlainText.attributeEscaped)\""
            if let size = number("fs") { attributes += " size=\"\(size)\"" }
        }
        return "<omena-shape\(attributes)></omena-shape>"
    }

    /// Its numbers in a fixed order; nil if it cannot be drawn.
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
        // A moved polygon has a new upper left corner, but its points are still the old ones.
        let lefts = stride(from: 0, to: known.count, by: 2).map { known[$0] }
        let tops = stride(from: 1, to: known.count, by: 2).map { known[$0] }
        let right = Self.shift(of: lefts, to: number("left"))
        let down = Self.shift(of: tops, to: number("top"))
        return zip(lefts, tops).map { "\($0 + right) \($1 + down)" }.joined(separator: " ")
    }

    private static func shift(of numbers: [Double], to start: Double?) -> Double {
        guard let start, let least = numbers.min() else { return 0 }
        return start - least
    }

    private func number(_ name: String) -> Double? { values[name].flatMap(Self.number) }

    private static func number(_ text: some StringProtocol) -> Double? {
        guard let number = Double(text.trimmed), (-10_000...10_000).contains(number) else {
            return nil
        }
        return number
    }
}
