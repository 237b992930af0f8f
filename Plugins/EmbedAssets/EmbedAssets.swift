import Foundation
import PackagePlugin

/// Puts files into the executable: `EmbeddedFiles` gets the pages' assets, `recall.wasm`, starter decks, the manual, the
/// interface's texts and lists of words, and `omena` the commit that is built.
@main
struct EmbedAssets: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        switch target.name {
        case "EmbeddedFiles": try embeddedFiles(context)
        case "omena": [commit(context)]
        default: []
        }
    }

    private func embeddedFiles(_ context: PluginContext) throws -> [Command] {
        let root = context.package.directoryURL
        let work = context.pluginWorkDirectoryURL
        let script = { (name: String) in root.appending(path: "Scripts/\(name).sh") }
        let generated = { (name: String) in work.appending(path: "\(name).generated.swift") }
        let embed = script("embed-files")
        let decks = root.appending(path: "Decks")
        let assets = root.appending(path: "Sources/Pages/Assets")
        let manual = root.appending(path: "Documentation/Manual")
        let manualFiles = try regularFiles(below: manual)
        let chapters = manualFiles.filter { $0.pathExtension == "md" }
        let pictures = manualFiles.filter { $0.pathExtension == "webp" }
        let pageFiles = try regularFiles(below: assets)
        let engine = try ["Recall", "RecallWeb"].flatMap {
            try regularFiles(below: root.appending(path: "Sources/\($0)"))
        }
        let texts = [
            ("interfaceCatalogText", "Languages/Interface/Interface.xcstrings"),
            ("languageAliasesText", "Languages/LanguageAliases.txt"),
            ("languageNamesText", "Languages/LanguageNames.txt"),
            ("likelyScriptsText", "Languages/LikelyScripts.txt"),
            ("kanaWordsText", "Languages/Transliteration/KanaWords.txt"),
            ("pinyinText", "Languages/Transliteration/Pinyin.txt"),
            ("commonPassphrasesText", "Vault/CommonPassphrases.txt"),
        ].map { constant, path in
            let text = root.appending(path: "Sources/\(path)")
            let output = generated(constant)
            return command(
                "Embedding \(text.lastPathComponent)",
                script("embed-text"),
                [constant, output.path(), text.path()],
                reading: [text],
                writing: output
            )
        }
        return texts + [
            command(
                "Embedding starter decks",
                embed,
                ["starterDeckFiles", generated("starterDecks").path(), decks.path()],
                reading: try regularFiles(below: decks),
                writing: generated("starterDecks")
            ),
            command(
                "Embedding the manual",
                embed,
                ["manualFiles", generated("manual").path()] + chapters.map { $0.path() },
                reading: chapters,
                writing: generated("manual")
            ),
            command(
                "Embedding the manual's pictures",
                embed,
                ["manualPictureFiles", generated("manualPictures").path()]
                    + pictures.map { $0.path() },
                reading: pictures,
                writing: generated("manualPictures")
            ),
            command(
                "Embedding assets",
                script("bundle-assets"),
                [assets.path(), work.appending(path: "assets").path(), generated("assets").path()],
                reading: [embed] + pageFiles,
                writing: generated("assets")
            ),
            command(
                "Listing the phrases of scripts",
                script("list-phrases"),
                [generated("scriptPhrases").path(), assets.path()],
                reading: pageFiles,
                writing: generated("scriptPhrases")
            ),
            command(
                "Building recall.wasm",
                script("build-wasm"),
                [
                    try context.tool(named: "swiftc").url.path(),
                    work.appending(path: "recall.wasm").path(), generated("engine").path(),
                ],
                reading: [embed] + engine,
                writing: generated("engine")
            ),
        ]
    }

    private func commit(_ context: PluginContext) -> Command {
        let root = context.package.directoryURL
        let output = context.pluginWorkDirectoryURL.appending(path: "commit.generated.swift")
        // Git writes both with each commit; a copy of the sources without a repository has neither.
        let history = ["HEAD", "logs/HEAD"].map { root.appending(path: ".git/\($0)") }
            .filter { FileManager.default.fileExists(atPath: $0.path()) }
        return command(
            "Embedding the commit",
            root.appending(path: "Scripts/embed-commit.sh"),
            [root.path(), output.path()],
            reading: history,
            writing: output
        )
    }

    /// Runs a script again when it, or a file that it reads, has changed.
    private func command(
        _ name: String,
        _ script: URL,
        _ arguments: [String],
        reading inputs: [URL],
        writing output: URL
    ) -> Command {
        .buildCommand(
            displayName: name,
            executable: URL(filePath: "/bin/bash"),
            arguments: [script.path()] + arguments,
            inputFiles: [script] + inputs,
            outputFiles: [output]
        )
    }

    /// All files below a folder, in a steady order.
    private func regularFiles(below folder: URL) throws -> [URL] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
        return names.sorted().map { folder.appending(path: $0) }.filter { !$0.hasDirectoryPath }
    }
}
