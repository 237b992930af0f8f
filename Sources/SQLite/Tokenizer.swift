import CSQLite

/// Splits texts into the tokens of a full-text table.
package struct Tokenizer: Sendable {
    package enum Purpose: Sendable {
        /// Text that is indexed.
        case document
        /// One string of a `MATCH`.
        case query
    }

    package let name: StaticString
    package let body: @Sendable ([UInt8], Purpose, borrowing TokenSink) -> Void

    package init(
        _ name: StaticString,
        _ body: @escaping @Sendable ([UInt8], Purpose, borrowing TokenSink) -> Void
    ) {
        self.name = name
        self.body = body
    }
}

/// Receives the tokens of one text, from left to right.
package struct TokenSink: ~Copyable {
    typealias Take =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, Int32, Int32, Int32
        ) -> Int32

    let take: Take
    let context: UnsafeMutableRawPointer?
    let code: UnsafeMutablePointer<Int32>

    /// - Parameter isColocated: Whether it has the same position as the previous token, as a synonym of it.
    package func add(_ token: [UInt8], isColocated: Bool = false) {
        token.withUnsafeBytes { add($0, isColocated: isColocated) }
    }

    package func add(_ token: UnsafeRawBufferPointer, isColocated: Bool = false) {
        guard code.pointee == SQLITE_OK else { return }
        code.pointee = take(
            context,
            isColocated ? FTS5_TOKEN_COLOCATED : 0,
            token.baseAddress?.assumingMemoryBound(to: CChar.self),
            Int32(token.count),
            0,
            0
        )
    }
}

extension Connection {
    func install(_ tokenizer: Tokenizer) throws(DatabaseError) {
        guard let api = omena_sqlite3_fts5(handle) else {
            throw DatabaseError(code: .generic, message: "this SQLite has no full-text search")
        }
        var methods = fts5_tokenizer(
            xCreate: { context, _, _, result in
                result?.pointee = context.map { OpaquePointer($0) }
                return SQLITE_OK
            },
            xDelete: { _ in },
            xTokenize: { tokenizer, context, flags, text, count, take in
                guard let tokenizer, let take else { return SQLITE_ERROR }
                let body = Box<Tokenizer>.content(of: UnsafeMutableRawPointer(tokenizer)).body
                let bytes = UnsafeRawBufferPointer(start: text, count: text == nil ? 0 : Int(count))
                var code = SQLITE_OK
                withUnsafeMutablePointer(to: &code) { code in
                    body(
                        [UInt8](bytes),
                        flags & FTS5_TOKENIZE_QUERY != 0 ? .query : .document,
                        TokenSink(take: take, context: context, code: code)
                    )
                }
                return code
            }
        )
        let code = api.pointee.xCreateTokenizer(
            api,
            "\(tokenizer.name)",
            Unmanaged.passRetained(Box(tokenizer)).toOpaque(),
            &methods
        ) { Box<Tokenizer>.release($0) }
        guard code == SQLITE_OK else { throw DatabaseError(handle: handle) }
    }
}
