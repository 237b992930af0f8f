import Foundation
import Testing

struct ScriptTests {
    @Test func scriptsDoNotImportOneAnotherInACircle() throws {
        let imports = try scriptImports()

        #expect(imports["menu.js"]?.contains("card-fetcher.js") == true)
        #expect(withoutLeaves(imports) == [])
    }

    @Test func aCircleIsFound() {
        let imports: [String: Set<String>] = ["a": ["b"], "b": ["c"], "c": ["b", "d"], "d": []]

        #expect(withoutLeaves(imports) == ["a", "b", "c"])
    }
}

/// The scripts that a page may load, each with those that it imports, if only for their types.
private func scriptImports() throws -> [String: Set<String>] {
    let folder = Manifest.root.appending(path: "Sources/Pages/Assets/js/")
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

/// Removes nodes that point to no other node until none is left to remove; what remains are circles and what leads to
/// them.
private func withoutLeaves(_ graph: [String: Set<String>]) -> [String] {
    var graph = graph
    while let leaf = graph.first(where: { $0.value.isDisjoint(with: graph.keys) }) {
        graph[leaf.key] = nil
    }
    return graph.keys.sorted()
}
