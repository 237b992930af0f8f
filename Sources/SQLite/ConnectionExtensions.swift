import CSQLite

/// What every connection to a database knows beyond SQLite: functions, ways to cut texts into tokens, and whom it tells of
/// what it changes.
public struct ConnectionExtensions: Sendable {
    /// Functions that SQL may call.
    public var functions: [ScalarFunction]
    /// Tokenizers that full-text tables may name.
    public var tokenizers: [Tokenizer]
    /// Is told of each row that is inserted, updated or deleted, by its table and its id, perhaps in a transaction that is
    /// rolled back; not of tables whose rows have no ids.
    public var changed: (@Sendable (UnsafePointer<CChar>, Int64) -> Void)?

    /// Nothing beyond SQLite.
    public static let none = ConnectionExtensions(functions: [], tokenizers: [])

    /// Puts together what is to be known.
    public init(functions: [ScalarFunction], tokenizers: [Tokenizer]) {
        self.functions = functions
        self.tokenizers = tokenizers
    }
}

/// A function of SQL whose result depends on its arguments alone.
public struct ScalarFunction: Sendable {
    /// What SQL calls it.
    public let name: StaticString
    /// How many arguments it takes.
    public let argumentCount: Int
    /// Finds the result.
    public let body: @Sendable (borrowing FunctionArguments) -> Value

    /// Describes a function.
    public init(
        _ name: StaticString,
        argumentCount: Int,
        _ body: @escaping @Sendable (borrowing FunctionArguments) -> Value
    ) {
        self.name = name
        self.argumentCount = argumentCount
        self.body = body
    }
}

/// The arguments of one call of a function, to be read at once.
public struct FunctionArguments: ~Copyable {
    let values: UnsafeMutablePointer<OpaquePointer?>

    /// The bytes of a text or blob; none where the argument holds nothing.
    public func bytes(_ index: Int) -> [UInt8] {
        guard let start = sqlite3_value_blob(values[index]) else { return [] }
        let count = Int(sqlite3_value_bytes(values[index]))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}

extension Connection {
    func install(_ extensions: ConnectionExtensions) throws(DatabaseError) {
        for function in extensions.functions { try install(function) }
        for tokenizer in extensions.tokenizers { try install(tokenizer) }
        if let changed = extensions.changed { tell(changed) }
    }

    private func tell(_ changed: @escaping @Sendable (UnsafePointer<CChar>, Int64) -> Void) {
        let box = Box(changed)
        listener = box
        sqlite3_update_hook(
            handle,
            { context, _, _, table, row in
                guard let context, let table else { return }
                Box<@Sendable (UnsafePointer<CChar>, Int64) -> Void>.content(of: context)(
                    table,
                    row
                )
            },
            Unmanaged.passUnretained(box).toOpaque()
        )
    }

    /// Tells of a row as of one that is changed, where something changed that belongs to it.
    public func tellOfChange(in table: StaticString, _ row: Int64) {
        guard let listener else { return }
        table.utf8Start.withMemoryRebound(to: CChar.self, capacity: table.utf8CodeUnitCount + 1) {
            listener.content($0, row)
        }
    }

    private func install(_ function: ScalarFunction) throws(DatabaseError) {
        let box = Unmanaged.passRetained(Box(function))
        let code = sqlite3_create_function_v2(
            handle,
            "\(function.name)",
            Int32(function.argumentCount),
            SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
            box.toOpaque(),
            { context, _, values in
                guard let values, let user = sqlite3_user_data(context) else { return }
                let function = Box<ScalarFunction>.content(of: user)
                let result = function.body(FunctionArguments(values: values))
                switch result {
                case .null: sqlite3_result_null(context)
                case .integer(let integer): sqlite3_result_int64(context, integer)
                case .real(let real): sqlite3_result_double(context, real)
                case .text(var text):
                    text.withUTF8 { text in
                        text.withMemoryRebound(to: CChar.self) { text in
                            omena_sqlite3_result_text(
                                context,
                                text.baseAddress,
                                UInt64(text.count)
                            )
                        }
                    }
                case .blob: preconditionFailure("A function that makes blobs has yet to be needed")
                }
            },
            nil,
            nil,
            { Box<ScalarFunction>.release($0) }
        )
        guard code == SQLITE_OK else { throw DatabaseError(handle: handle) }
    }
}

/// Keeps a Swift value alive for C.
final class Box<Content> {
    let content: Content

    init(_ content: Content) { self.content = content }

    static func content(of pointer: UnsafeMutableRawPointer) -> Content {
        Unmanaged<Box<Content>>.fromOpaque(pointer).takeUnretainedValue().content
    }

    static func release(_ pointer: UnsafeMutableRawPointer?) {
        if let pointer { Unmanaged<Box<Content>>.fromOpaque(pointer).release() }
    }
}
