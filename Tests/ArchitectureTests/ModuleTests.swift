import Testing

/// Layers of modules, the highest first: a module depends only on modules of lower layers.
private let layers: [[String]] = [
    ["omena"],
    ["Server"],
    ["AnkiConnect", "Fleet", "Sync"],
    ["Library", "Pages"],
    ["Exchange", "Storage"],
    ["Accounts", "LibraryValues", "Lookup", "Markup"],
    ["Notes"],
    ["RecallTraining", "RecallWeb"],
    ["Recall", "Vault"],
    ["Languages"],
    ["HTTP", "Manual", "SQLite"],
    ["Compression", "EmbeddedFiles", "Fetch", "JSON", "Postgres", "Processes", "Sodium", "XML"],
    ["Threads"],
]

/// Modules that have to compile for other systems too, because an app may use them one day.
private let portable: Set = [
    "Recall", "RecallTraining", "RecallWeb", "Languages", "Notes", "JSON", "EmbeddedFiles",
]

struct ModuleTests {
    private let manifest: Manifest
    private let sources: [Source]

    init() throws {
        manifest = try Manifest.current.get()
        sources = try Source.all.get()
    }

    @Test func modulesDependOnlyOnLowerLayers() throws {
        var heights: [String: Int] = [:]
        for (height, modules) in layers.reversed().enumerated() {
            for module in modules { heights[module] = height }
        }

        for module in manifest.modules {
            let height = try #require(heights[module.name], "\(module.name) is in no layer")
            for dependency in module.dependencyNames {
                guard let lower = heights[dependency] else {
                    #expect(manifest.systemLibraries.contains(dependency))
                    continue
                }
                #expect(lower < height, "\(module.name) depends on \(dependency)")
            }
        }
    }

    @Test func targetsDoNotDependOnOneAnotherInACycle() {
        let dependencies = manifest.targets.map { ($0.name, $0.dependencyNames) }

        #expect(nodesLeadingToCycles(Dictionary(uniqueKeysWithValues: dependencies)) == [])
    }

    /// A debug build also finds modules that the manifest does not mention, as long as they were built earlier.
    @Test func modulesImportExactlyTheirDependencies() {
        let names = Set(manifest.targets.map(\.name))

        for module in manifest.modules {
            let imports = Set(self.imports(of: module.name).map(\.module)).intersection(names)
            #expect(imports == module.dependencyNames, "\(module.name)")
        }
    }

    @Test func eachCLibraryIsImportedByOneModuleAndInternally() {
        for library in manifest.systemLibraries {
            let importers = manifest.modules.map(\.name).filter { name in
                imports(of: name).contains { $0.module == library }
            }
            #expect(importers.count == 1, "\(library) is imported by \(importers)")
            for statement in importers.flatMap(imports) where statement.module == library {
                #expect(
                    !["public", "package"].contains(statement.access),
                    "\(importers[0]) exposes \(library)"
                )
            }
        }
    }

    @Test func portableModulesImportOnlyOneAnotherAndFoundationEssentials() {
        for module in portable {
            for statement in imports(of: module) {
                let isAllowed =
                    portable.contains(statement.module)
                    || statement.module == "FoundationEssentials"
                    // For declarations that the standard library does not make public.
                    || statement.module == "Swift"
                #expect(isAllowed, "\(module) imports \(statement.module)")
            }
        }
    }

    @Test func recallImportsNothing() {
        #expect(imports(of: "Recall").isEmpty)
    }

    /// Foundation in full would add 30 MB of Unicode data to the executable.
    @Test func noModuleImportsFoundationInFull() {
        for source in sources {
            #expect(!source.imports.contains { $0.module == "Foundation" }, "\(source.path)")
        }
    }

    private func imports(of module: String) -> [Source.Import] {
        sources.filter { $0.module == module }.flatMap(\.imports)
    }
}
