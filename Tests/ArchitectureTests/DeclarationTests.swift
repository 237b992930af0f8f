import Testing

/// Rules about declarations in `Sources` that the compiler does not enforce.
struct DeclarationTests {
    private let sources: [Source]

    init() throws {
        sources = try Source.all.get()
    }

    /// A name says which type is meant, without its module.
    @Test func noTwoTopLevelTypesShareAName() {
        let files = sources.flatMap { source in source.topLevelTypes.map { ($0, source.path) } }

        for (name, declarations) in Dictionary(grouping: files, by: \.0) {
            #expect(declarations.count == 1, "\(name) is declared in \(declarations.map(\.1))")
        }
    }

    /// No other package uses these modules, and the compiler exports C functions whatever their access.
    @Test func nothingIsPublic() {
        for source in sources where source.text.contains("public") {
            for line in Source.lines(of: source.text)
            where line.contains(/^\s*(?:@\S+ )*(?:[a-z]+ )*public\b/) {
                Issue.record("\(source.path): \(line)")
            }
        }
    }

    /// The program would contain where its sources lay, so that each folder gave other bytes.
    @Test func nothingWritesDownThePathOfItsFile() {
        for source in sources where !source.text.contains("#sourceLocation(") {
            for name in ["withoutActuallyEscaping", "#filePath"] {
                #expect(!source.text.contains(name), "\(source.path) uses \(name)")
            }
        }
    }

    /// `PageMemo` compares these and no others to know whether a page has changed.
    @Test func pagesDependOnFewTaskLocalValues() {
        let modules: Set = ["Pages", "Notes", "Languages", "LibraryValues", "Markup", "Recall"]
        let found = sources.filter { modules.contains($0.module) }
            .flatMap { source in
                source.text.split(separator: "@TaskLocal").dropFirst().map { _ in source.path }
            }

        #expect(
            found.sorted() == [
                "Languages/Interface/InterfaceLanguage.swift", "Notes/SiteBase.swift",
                "Pages/Shell/PageFrame.swift",
            ]
        )
    }

    /// Only thin wrappers of C handles need it; other state goes into `Locked`.
    @Test func uncheckedSendableIsRareAndExplained() {
        var count = 0
        for source in sources where source.text.contains("@unchecked Sendable") {
            let lines = Source.lines(of: source.text)
            for (number, line) in lines.enumerated()
            where line.contains("@unchecked Sendable") && !line.contains("///") {
                count += 1
                let comment = lines[..<number].reversed().prefix {
                    $0.contains(/^\s*(?:\/\/|@)/)
                }
                #expect(
                    comment.contains { $0.contains(/\b(?:[Ll]ock|mutex|threads?)\b/) },
                    "\(source.path) names neither the lock nor the thread that makes \(line) safe"
                )
            }
        }

        #expect(count <= 12)
    }
}
