/// What opens a file that a stranger may have made.
package struct FileOpener: Sendable {
    package let open: @Sendable (ImportOptions, FileContext) throws(ExchangeError) -> OpenedFile

    /// Reads files in this process, without the protection of a child.
    package static let here = FileOpener { options, context throws(ExchangeError) in
        try OpenedFile(options, context)
    }
}
