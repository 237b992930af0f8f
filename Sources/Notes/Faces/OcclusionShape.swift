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

    /// On which cards of its note it hides its part of the picture, as Anki numbers it.
    private enum Mode: String {
        /// On its own.
        case own = "0"
        /// On the others too.
        case all = "1"
        /// On the others alone, until the answer shows.
        case others = "2"
    }

    private var mode: Mode { values["oi"].flatMap(Mode.init(rawValue:)) ?? .own }

    /// The element that the page's script draws; empty where nothing is to be drawn.
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
        // The corners of a polygon are those of the turned one already.
        if kind != "polygon", let angle = number("angle"), angle != 0 {
            attributes += " angle=\"\(angle)\""
        }
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
        // One that was moved says where its upper left end is now, and has its corners where they were.
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
