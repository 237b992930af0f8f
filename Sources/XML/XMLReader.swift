internal import CExpat

/// Parses XML with expat and passes on the wanted elements one by one, so that a large file is never all in memory.
///
/// A file with a document type declaration is refused, because entities can expand without bound or read other files. Depth
/// and size of elements are bounded.
package struct XMLReader: Sendable {
    /// The maximum nesting depth of elements.
    package static let mostLevels = 64
    /// The maximum size of text, and the maximum number of elements, in a wanted element.
    package static let largestElement = 4 << 20

    /// The names of wanted elements.
    private let wanted: Set<String>

    /// - Parameter wanted: The names of wanted elements without namespace prefixes.
    package init(elements wanted: Set<String>) { self.wanted = wanted }

    /// Parses a text and passes on each outermost wanted element with the names of its ancestors.
    ///
    /// An error that `take` throws ends the parsing and is rethrown.
    package func read(
        _ bytes: [UInt8],
        _ take: @escaping (XMLElement, _ path: [String]) throws -> Void
    ) throws {
        guard let parser = XML_ParserCreate(nil) else { throw XMLError(0, 0, "out of memory") }
        defer { XML_ParserFree(parser) }
        let reading = ExpatParser(parser, wanted, take)
        XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
        XML_SetElementHandler(
            parser,
            { ExpatParser.of($0)?.begin($1, $2) },
            { data, _ in ExpatParser.of(data)?.end() }
        )
        XML_SetCharacterDataHandler(parser) { ExpatParser.of($0)?.write($1, $2) }
        XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            ExpatParser.of(data)?.refuse("a document type is not read here")
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
                    ?? "the file can’t be read"
            )
        }
    }
}

/// The state of one parse, used by expat's callbacks.
private final class ExpatParser {
    private let parser: XML_Parser
    private let wanted: Set<String>
    private let take: (XMLElement, [String]) throws -> Void
    /// The names of open elements outside of a wanted one.
    private var path: [String] = []
    /// The open wanted element and its open descendants.
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

    static func of(_ data: UnsafeMutableRawPointer?) -> ExpatParser? {
        data.map { Unmanaged<ExpatParser>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Passes the bytes to expat in parts, because its lengths have 32 bits.
    func parse(_ text: UnsafeBufferPointer<CChar>) -> Bool {
        var offset = 0
        repeat {
            let count = min(text.count - offset, 1 << 20)
            let isLast: Int32 = offset + count == text.count ? 1 : 0
            let start = text.baseAddress.map { $0 + offset }
            guard XML_Parse(parser, start, Int32(count), isLast) == XML_STATUS_OK else {
                return false
            }
            offset += count
        } while offset < text.count
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

    /// The name without its namespace prefix.
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
