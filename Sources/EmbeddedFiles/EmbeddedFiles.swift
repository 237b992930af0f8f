/// The files inside the executable, which the package plugin writes into the bodies of functions.
///
/// They have a module of their own, whose interface stays the same when they change: a new text or style sheet compiles this
/// module alone.
package enum EmbeddedFiles {
    package typealias File = (name: String, hash: String, base64: StaticString)

    /// The interface's texts in all languages, as a string catalog.
    package static var interfaceCatalog: StaticString { interfaceCatalogText }
    /// The readings of Chinese characters and words.
    package static var pinyin: StaticString { pinyinText }
    /// A word in kana or in Hepburn, and its readings in the other.
    package static var kanaWords: [Substring] { lines(of: kanaWordsText) }
    /// A deprecated code of a language, and the one that replaces it.
    package static var languageAliases: [Substring] { lines(of: languageAliasesText) }
    /// A kind of name, a tag, and the names that it has in English and in itself.
    package static var languageNames: [Substring] { lines(of: languageNamesText) }
    /// A script, and the languages that are usually written in it.
    package static var likelyScripts: [Substring] { lines(of: likelyScriptsText) }
    /// Words, in lower case.
    package static var commonPassphrases: [Substring] { lines(of: commonPassphrasesText) }
    /// What pages load: scripts, style sheets and icons, gzipped.
    package static var assets: [File] { assetFiles }
    /// The engine as WebAssembly, gzipped.
    package static var engine: [File] { engineFiles }
    /// The phrases and imports of each script, one per line.
    package static var scriptPhrases: StaticString { scriptPhrasesText }
    /// The chapters of the manual in Markdown, in their order, gzipped.
    package static var manual: [File] { manualFiles }
    /// The pictures of the manual, gzipped.
    package static var manualPictures: [File] { manualPictureFiles }
    /// The starter decks, gzipped.
    package static var starterDecks: [File] { starterDeckFiles }

    /// The lines that are neither empty nor a comment, which begins with `#`.
    private static func lines(of text: StaticString) -> [Substring] {
        text.description.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }
}
