import Foundation
import PackagePlugin

/// Puts files into the executable: pages' assets and `recall.wasm` into `Pages`, starter decks into `Library`, the
/// interface's texts and the readings of Chinese into `Languages`, and the commit that is built into `omena`.
@main
struct EmbedAssets: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let root = context.package.directoryURL
        let work = context.pluginWorkDirectoryURL
        let embed = root.appending(path: "Scripts/embed-files.sh")
        let generated = work.appending(path: "\(target.name)Files.generated.swift")
        switch target.name {
        case "Pages":
            let assets = root.appending(path: "Sources/Pages/Assets")
            let files = try regularFiles(below: assets)
            let wasm = work.appending(path: "RecallWasm.generated.swift")
            let script = root.appending(path: "Scripts/build-wasm.sh")
            let bundle = root.appending(path: "Scripts/bundle-assets.sh")
            let bundled = work.appending(path: "assets")
            let list = root.appending(path: "Scripts/list-phrases.sh")
            let phrases = work.appending(path: "ScriptPhrases.generated.swift")
            let sources = try ["Recall", "RecallWeb"].flatMap {
                try regularFiles(below: root.appending(path: "Sources/\($0)"))
            }
            return [
                .buildCommand(
                    displayName: "Building recall.wasm",
                    executable: URL(filePath: "/bin/bash"),
                    arguments: [
                        script.path(), try context.tool(named: "swiftc").url.path(),
                        work.appending(path: "recall.wasm").path(), wasm.path(),
                    ],
                    inputFiles: [script, embed] + sources,
                    outputFiles: [wasm]
                ),
                .buildCommand(
                    displayName: "Embedding assets",
                    executable: URL(filePath: "/bin/bash"),
                    arguments: [bundle.path(), assets.path(), bundled.path(), generated.path()],
                    inputFiles: [bundle, embed] + files,
                    outputFiles: [generated]
                ),
                .buildCommand(
                    displayName: "Listing the phrases of scripts",
                    executable: URL(filePath: "/bin/bash"),
                    arguments: [list.path(), phrases.path(), assets.path()],
                    inputFiles: [list] + files,
                    outputFiles: [phrases]
                ),
            ]
        case "Languages":
            let languages = root.appending(path: "Sources/Languages")
            let script = root.appending(path: "Scripts/embed-text.sh")
            return [
                ("interfaceCatalog", "Interface/Interface.xcstrings"),
                ("pinyinText", "Transliteration/Pinyin.txt"),
            ].map { constant, path in
                let text = languages.appending(path: path)
                let generated = work.appending(path: "\(constant).generated.swift")
                return .buildCommand(
                    displayName: "Embedding \(text.lastPathComponent)",
                    executable: URL(filePath: "/bin/bash"),
                    arguments: [script.path(), constant, generated.path(), text.path()],
                    inputFiles: [script, text],
                    outputFiles: [generated]
                )
            }
        case "Library":
            let decks = root.appending(path: "Decks")
            return [
                .buildCommand(
                    displayName: "Embedding starter decks",
                    executable: URL(filePath: "/bin/bash"),
                    arguments: [embed.path(), "embeddedFiles", generated.path(), decks.path()],
                    inputFiles: [embed] + (try regularFiles(below: decks)),
                    outputFiles: [generated]
                )
            ]
        case "omena":
            let script = root.appending(path: "Scripts/embed-commit.sh")
            // Git writes both with each commit; a copy of the sources without a repository has neither.
            let history = ["HEAD", "logs/HEAD"].map { root.appending(path: ".git/\($0)") }
                .filter { FileManager.default.fileExists(atPath: $0.path()) }
            return [
                .buildCommand(
                    displayName: "Embedding the commit",
                    executable: URL(filePath: "/bin/bash"),
                    arguments: [script.path(), root.path(), generated.path()],
                    inputFiles: [script] + history,
                    outputFiles: [generated]
                )
            ]
        default:
            return []
        }
    }

    /// All files below a folder, in a steady order.
    private func regularFiles(below folder: URL) throws -> [URL] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
        return names.sorted().map { folder.appending(path: $0) }.filter { !$0.hasDirectoryPath }
    }
}
