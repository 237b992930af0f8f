import CSQLite

/// What the connections of a database have beyond SQLite: functions, tokenizers, and a listener for changes.
package struct ConnectionExtensions: Sendable {
    package var functions: [ScalarFunction]
    package var tokenizers: [Tokenizer]
    /// Called with the table and the row ID of each row that is inserted, updated or deleted.
    ///
    /// The transaction may be rolled back later. Not called for tables without row IDs.
    package var changed: (@Sendable (UnsafePointer<CChar>, Int64) -> Void)?

    package static let none = ConnectionExtensions(functions: [], tokenizers: [])

    package init(functions: [ScalarFunction], tokenizers: [Tokenizer]) {
        self.functions = functions
        self.tokenizers = tokenizers
    }
}

/// A deterministic SQL function.
package struct ScalarFunction: Sendable {
    package let name: StaticString
    package let argumentCount: Int
    package let body: @Sendable (borrowing FunctionArguments) -> Value

    package init(
        _ name: StaticString,
        argumentCount: Int,
        _ body: @escaping @Sendable (borrowing FunctionArguments) -> Value
    ) {
        self.name = name
        self.argumentCount = argumentCount
        self.body = body
    }
}

/// The arguments of one call, valid only during the call.
package struct FunctionArguments: ~Copyable {
    let values: UnsafeMutablePointer<OpaquePointer?>

    /// The bytes of a text or blob; empty for NULL.
    package func bytes(_ index: Int) -> [UInt8] { [UInt8](content(index)) }

    private func content(_ index: Int) -> UnsafeRawBufferPointer {
        let start = sqlite3_value_blob(values[index])
        return UnsafeRawBufferPointer(
            start: start,
            count: Int(sqlite3_value_bytes(values[index]))
        )
    }

    /// The integer in an argument; 0 for anything else.
    package func int64(_ index: Int) -> Int64 { sqlite3_value_int64(values[index]) }

    /// The text of an argument; empty for NULL.
    package func text(_ index: Int) -> String { String(decoding: content(index), as: UTF8.self) }
}

extension Connection {
    func install(_ extensions: ConnectionExtensions) throws(DatabaseError) {
        for function in extensions.functions { try install(function) }
        for tokenizer in extensions.tokenizers { try install(tokenizer) }
        if let changed = extensions.changed { listen(changed) }
    }

    private func listen(_ changed: @escaping @Sendable (UnsafePointer<CChar>, Int64) -> Void) {
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

    /// Reports a row as changed because something that belongs to it has changed.
    package func reportChange(in table: StaticString, _ row: Int64) {
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
                case .blob: preconditionFailure("Blob results are not supported")
                }
            },
            nil,
            nil,
            { Box<ScalarFunction>.release($0) }
        )
        guard code == SQLITE_OK else { throw DatabaseError(handle: handle) }
    }
}

/// Passes a Swift value through a C pointer.
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
