import Foundation
import Testing

struct ScriptTests {
    @Test func scriptsDoNotImportOneAnotherInACycle() throws {
        let imports = try scriptImports()

        #expect(imports["menu.js"]?.contains("card-fetcher.js") == true)
        #expect(nodesLeadingToCycles(imports) == [])
    }

    /// Each script of the pages with the scripts that it imports, if only for their types.
    private func scriptImports() throws -> [String: Set<String>] {
        let folder = Source.root.appending(path: "Sources/Pages/Assets/js/")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
        let scripts = names.filter { $0.hasSuffix(".js") }
        let imports = try scripts.map { name in
            let script = folder.appending(path: name)
            let text = try String(contentsOf: script, encoding: .utf8)
            return Set(
                text.matches(of: /(?:from |import[ (])"(\.[^"]+)"/).map { match in
                    let imported = script.deletingLastPathComponent().appending(path: match.1)
                    return String(imported.standardized.path().dropFirst(folder.path().count))
                }
            )
        }
        return Dictionary(uniqueKeysWithValues: zip(scripts, imports))
    }
}
