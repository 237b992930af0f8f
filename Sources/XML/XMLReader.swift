internal import CExpat

/// Reads XML with expat, one whole element of interest after another, so that a large file is never all in memory.
///
/// What stands in a document type is not read: a file that has one is refused, and with it entities of its own, which
/// can blow up or reach for other files. Depth and the size of an element are bounded.
public struct XMLReader: Sendable {
    /// How deep elements may nest.
    public static let mostLevels = 64
    /// The most bytes of text, and the most elements, in one element that is handed over.
    public static let largestElement = 4 << 20

    /// The names of elements that are handed over whole.
    private let wanted: Set<String>

    /// - Parameter wanted: The names of elements that are handed over whole, without prefixes of namespaces.
    public init(elements wanted: Set<String>) { self.wanted = wanted }

    /// Reads a text and hands over each wanted element that is not inside another, with the names around it.
    ///
    /// What `take` throws ends the reading and comes out of it.
    public func read(
        _ bytes: [UInt8],
        _ take: (XMLElement, _ path: [String]) throws -> Void
    ) throws {
        guard let parser = XML_ParserCreate(nil) else { throw XMLError(0, 0, "out of memory") }
        defer { XML_ParserFree(parser) }
        try withoutActuallyEscaping(take) { take in
            let reading = Reading(parser, wanted, take)
            XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
            XML_SetElementHandler(
                parser,
                { Reading.of($0)?.begin($1, $2) },
                { data, _ in Reading.of(data)?.end() }
            )
            XML_SetCharacterDataHandler(parser) { Reading.of($0)?.write($1, $2) }
            XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
                Reading.of(data)?.refuse("a document type is not read here")
            }
            let isRead = withExtendedLifetime(reading) {
                bytes.withUnsafeBytes { buffer in
                    buffer.withMemoryRebound(to: CChar.self) { text in
                        reading.parse(text)
                    }
                }
            }
            if let error = reading.error { throw error }
            guard isRead else {
                throw reading.error(
                    XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
                        ?? "it cannot be read"
                )
            }
        }
    }
}

/// One text on its way through expat, which calls back.
private final class Reading {
    private let parser: XML_Parser
    private let wanted: Set<String>
    private let take: (XMLElement, [String]) throws -> Void
    /// The names of elements that are open and not part of a wanted one.
    private var path: [String] = []
    /// A wanted element that is open, and those that are open in it.
    private var open: [XMLElement] = []
    private var size = 0
    private(set) var error: (any Error)?

    init(
        _ parser: XML_Parser,
        _ wanted: Set<String>,
        _ take: @escaping (XMLElement, [String]) throws -> Void
    ) {
        self.parser = parser
        self.wanted = wanted
        self.take = take
    }

    static func of(_ data: UnsafeMutableRawPointer?) -> Reading? {
        data.map { Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Hands all bytes to expat, whose lengths have 32 bits.
    func parse(_ text: UnsafeBufferPointer<CChar>) -> Bool {
        var place = 0
        repeat {
            let count = min(text.count - place, 1 << 20)
            let isLast: Int32 = place + count == text.count ? 1 : 0
            let start = text.baseAddress.map { $0 + place }
            guard XML_Parse(parser, start, Int32(count), isLast) == XML_STATUS_OK else {
                return false
            }
            place += count
        } while place < text.count
        return true
    }

    func begin(
        _ name: UnsafePointer<CChar>?,
        _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        guard error == nil, let name = name.map({ Self.local($0) }) else { return }
        guard path.count + open.count < XMLReader.mostLevels else {
            return refuse("the elements nest too deep")
        }
        guard !open.isEmpty || wanted.contains(name) else {
            path.append(name)
            return
        }
        if open.isEmpty { size = 0 }
        var values: [String: String] = [:]
        var next = attributes
        while let pair = next, let key = pair[0], let value = pair[1] {
            let text = String(cString: value)
            values[Self.local(key)] = text
            add(text.utf8.count)
            next = pair + 2
        }
        add(1)
        let line = Int(XML_GetCurrentLineNumber(parser))
        open.append(XMLElement(name: name, attributes: values, line: line))
    }

    func end() {
        guard error == nil else { return }
        guard let element = open.popLast() else {
            path.removeLast()
            return
        }
        if !open.isEmpty {
            open[open.count - 1].children.append(element)
            return
        }
        do { try take(element, path) } catch { stop(error) }
    }

    func write(_ characters: UnsafePointer<CChar>?, _ count: Int32) {
        guard error == nil, !open.isEmpty, let characters else { return }
        add(Int(count))
        let bytes = UnsafeRawBufferPointer(start: characters, count: Int(count))
        open[open.count - 1].text += String(decoding: bytes, as: UTF8.self)
    }

    func refuse(_ reason: String) { stop(error(reason)) }

    func error(_ reason: String) -> XMLError {
        XMLError(
            Int(XML_GetCurrentLineNumber(parser)),
            Int(XML_GetCurrentColumnNumber(parser)) + 1,
            reason
        )
    }

    private func add(_ bytes: Int) {
        size += bytes
        if size > XMLReader.largestElement { refuse("an element is too large") }
    }

    private func stop(_ error: any Error) {
        guard self.error == nil else { return }
        self.error = error
        XML_StopParser(parser, XML_Bool(0))
    }

    /// A name without its prefix.
    private static func local(_ name: UnsafePointer<CChar>) -> String {
        let name = String(cString: name)
        return name.lastIndex(of: ":").map { String(name[$0...].dropFirst()) } ?? name
    }
}

extension XMLError {
    fileprivate init(_ line: Int, _ column: Int, _ reason: String) {
        self.init(line: line, column: column, reason: reason)
    }
}
