import Foundation
import Languages
import Lookup
import TestFolder
import Testing

/// Kanji are read by MeCab if it is installed; these tests use a small program with the same output.
struct MeCabTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Waits long by default, because a busy machine responds late.
    private func reader(_ script: String, patience: Int32 = 60_000) throws -> JapaneseReader {
        // The shell reads the script: a file just written can't be executed while a child process that another test
        // started at that moment still has it open.
        let script = try write(script)
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "mecab"),
            withDestinationURL: URL(filePath: "/bin/sh")
        )
        return try #require(
            JapaneseReader.installed(
                on: "/nowhere:\(folder.path(""))",
                arguments: [script.path()],
                patience: patience
            )
        )
    }

    private func write(_ script: String) throws -> URL {
        let file = folder.url.appending(path: "script")
        try Data("\(script)\n".utf8).write(to: file)
        return file
    }

    @Test func readsNothingIfMeCabIsMissing() {
        #expect(JapaneseReader.installed(on: folder.path("")) == nil)
    }

    @Test func readsWordAfterWord() throws {
        let reader = try reader(
            #"while read line; do printf '山\tヤマ\t名詞\nに\tニ\t助詞\nABC\t\t名詞\nEOS\n'; done"#
        )

        for _ in 0..<3 {
            #expect(
                reader.words("山にABC") == [
                    .init(surface: "山", kana: "ヤマ"),
                    .init(surface: "に", kana: "ニ", isParticle: true),
                    .init(surface: "ABC", kana: "ABC"),
                ]
            )
        }
    }

    @Test(arguments: [
        "exit 1", "printf 'nonsense\\nEOS\\n'; cat >/dev/null",
        "while read line; do printf '鰯\\t\\t名詞\\nEOS\\n'; done",
    ])
    func ignoresInvalidOutput(script: String) throws {
        let reader = try reader(script, patience: 200)

        #expect(reader.words("鰯") == nil)
        #expect(reader.words("鰯") == nil)
    }

    @Test func doesNotAskForTextsThatAreNoWords() throws {
        let reader = try reader(#"while read line; do printf 'x\tx\tx\nEOS\n'; done"#)

        #expect(reader.words("山\n川") == nil)
        #expect(reader.words(String(repeating: "山", count: 1_000)) == nil)
        #expect(reader.words("x")?.count == 1)
    }

    /// Only on machines where MeCab is installed.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["OMENA_MECAB"] != nil))
    func readsWithTheRealMeCab() throws {
        let path = try #require(ProcessInfo.processInfo.environment["OMENA_MECAB"])
        let words = path.split(separator: " ").map(String.init)
        let reader = try #require(
            JapaneseReader.installed(on: words[0], arguments: Array(words.dropFirst()))
        )
        let (ja, latin) = (try #require(LanguageTag("ja")), try #require(LanguageTag("ja-Latn")))

        #expect(reader.words("日本語を話す")?.map(\.kana).joined() == "ニホンゴヲハナス")
        #expect(
            Transliterator(from: ja, to: latin, reading: reader)?("東京は大きい")?.text == "tōkyō wa ōkii"
        )
        #expect(
            Ruby.pieces(of: "食べ物", read: reader.words("食べ物")?.map(\.kana).joined() ?? "", in: ja)
                == [RubyPiece("食", "た"), RubyPiece("べ"), RubyPiece("物", "もの")]
        )
    }
}
