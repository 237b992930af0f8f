import Foundation
import Languages
import Testing

struct StringCatalogFileTests {
    private static let folder = Bundle.module.bundleURL.appending(path: "Resources/Catalogs")

    static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []).sorted()

    @Test func findsTheFixtures() {
        #expect(Self.names.count >= 20)
    }

    @Test(arguments: names)
    func preservesUneditedFilesByteForByte(name: String) throws {
        let bytes = try bytes(of: name)
        let file = try StringCatalogFile(bytes)

        #expect(file.bytes(with: file.catalog) == bytes)
    }

    @Test(arguments: names)
    func newFileHasTheSameTexts(name: String) throws {
        let catalog = try StringCatalogFile(bytes(of: name)).catalog

        let again = try StringCatalog(catalog.bytes)

        #expect(again.sourceLanguage == catalog.sourceLanguage)
        #expect(known(again) == known(catalog))
    }

    /// Changes one text at a time.
    @Test(arguments: names)
    func editedTextChangesNothingElse(name: String) throws {
        let bytes = try bytes(of: name)
        let file = try StringCatalogFile(bytes)
        let mark = "\u{1}“new”\n"
        for (entry, localization) in units(of: file.catalog) {
            var edited = file.catalog
            guard case .unit(let unit) = edited.entries[entry].localizations[localization].content
            else { continue }
            edited.entries[entry].localizations[localization].content =
                .unit(.init(state: unit.state, value: mark))

            let written = file.bytes(with: edited)

            #expect(try StringCatalog(written) == edited)
            let text = String(decoding: written, as: UTF8.self)
            let parts = text.components(separatedBy: #""\u0001“new”\n""#)
            #expect(parts.count == 2)
            #expect(bytes.starts(with: parts[0].utf8))
            #expect(bytes.reversed().starts(with: parts.last?.utf8.reversed() ?? []))
        }
    }

    /// Adds a text and a language to every catalog and removes them again.
    @Test(arguments: names)
    func addingAndRemovingRestoresTheFile(name: String) throws {
        let bytes = try bytes(of: name)
        let file = try StringCatalogFile(bytes)
        var edited = file.catalog
        let estonian = StringCatalog.Localization(name: "et", content: .unit(.init(value: "õun")))
        edited.entries.append(.init(key: "mmm new", comment: "noun", localizations: [estonian]))
        for index in edited.entries.indices where !edited.entries[index].localizations.isEmpty {
            edited.entries[index].localizations.append(estonian)
        }
        edited.entries[edited.entries.count - 1].localizations.removeLast()

        let added = try StringCatalogFile(file.bytes(with: edited))
        #expect(known(added.catalog) == known(edited))
        // An empty object is written with an empty line, whatever space it had.
        guard !file.catalog.entries.isEmpty else { return }
        #expect(added.bytes(with: file.catalog) == bytes)
    }

    @Test func writesAsXcodeDoes() throws {
        let english = try #require(LanguageTag("en"))
        let catalog = StringCatalog(
            sourceLanguage: english,
            entries: [
                .init(
                    key: "%lld / pears",
                    comment: "noun",
                    localizations: [
                        .init(
                            name: "en",
                            content: .varied(
                                .init(
                                    plural: [
                                        .init(name: "one", content: .unit(.init(value: "a pear"))),
                                        .init(name: "other", content: .unit(.init(value: "pears"))),
                                    ]
                                )
                            )
                        )
                    ]
                ),
                .init(key: "add", localizations: []),
            ]
        )

        #expect(
            String(decoding: catalog.bytes, as: UTF8.self) == """
                {
                  "sourceLanguage" : "en",
                  "strings" : {
                    "%lld / pears" : {
                      "comment" : "noun",
                      "localizations" : {
                        "en" : {
                          "variations" : {
                            "plural" : {
                              "one" : {
                                "stringUnit" : {
                                  "state" : "translated",
                                  "value" : "a pear"
                                }
                              },
                              "other" : {
                                "stringUnit" : {
                                  "state" : "translated",
                                  "value" : "pears"
                                }
                              }
                            }
                          }
                        }
                      }
                    },
                    "add" : {

                    }
                  },
                  "version" : "1.0"
                }
                """
        )
        #expect(try StringCatalog(catalog.bytes) == catalog)
    }

    @Test func insertsNewTextsInOrder() throws {
        let file = try StringCatalogFile(bytes(of: "states.xcstrings"))
        var edited = file.catalog
        edited.entries[0].localizations.insert(
            .init(name: "es", content: .unit(.init(value: "manzana"))),
            at: 0
        )
        edited.entries.insert(.init(key: "Aardvark", localizations: []), at: 0)

        let again = try StringCatalog(file.bytes(with: edited))

        #expect(again.entries.map(\.key) == ["Aardvark", "apple"])
        #expect(again.entries[1].localizations.map(\.name) == ["de", "es", "fi", "fr", "ja", "uk"])
    }

    @Test func preservesUnknownPartsBesideEdits() throws {
        let file = try StringCatalogFile(bytes(of: "unknown-parts.xcstrings"))
        var edited = file.catalog
        edited.entries[0].comment = "noun"
        edited.entries[0].localizations[0].content = .varied(
            .init(plural: [.init(name: "other", content: .unit(.init(value: "omenat")))])
        )

        let text = String(decoding: file.bytes(with: edited), as: UTF8.self)

        for part in [
            "generatesSymbol", "takes", "2.5", "stringSet", "リンゴ", "shouldTranslate", "nested",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(!text.contains("\"note\""), "the unit is gone with its own parts")
        #expect(try StringCatalog(Array(text.utf8)).entries[0].comment == "noun")
    }

    @Test func readsVariationsAndSubstitutions() throws {
        let plural = try StringCatalogFile(bytes(of: "plural.xcstrings")).catalog
        guard case .varied(let ukrainian) = plural.entries[0].localizations[2].content else {
            Issue.record("Ukrainian varies with number")
            return
        }
        #expect(ukrainian.plural.map(\.name) == ["few", "many", "one", "other"])

        let parts = try StringCatalogFile(bytes(of: "substitutions.xcstrings")).catalog
        guard case .varied(let english) = parts.entries[0].localizations[0].content else {
            Issue.record("English has parts")
            return
        }
        #expect(english.unit?.value == "%#@cards@ in %#@decks@")
        #expect(english.substitutions.map(\.name) == ["cards", "decks"])
        #expect(english.substitutions.map(\.argument) == [1, 2])
        #expect(english.substitutions[0].specifier == "lld")
    }

    /// A thousand keys in ten languages (ten thousand in the long tests), with every hundredth text edited and restored.
    @Test func roundTripsALargeCatalog() throws {
        let isLong = ProcessInfo.processInfo.environment["OMENA_SOAK"] != nil
        let count = isLong ? 10_000 : 1_000
        let english = try #require(LanguageTag("en"))
        let languages = ["de", "es", "fi", "fr", "ja", "ko", "nb", "pa-Guru", "uk", "zh-Hans"]
        let catalog = StringCatalog(
            sourceLanguage: english,
            entries: (0..<count).map { number in
                .init(
                    key: "key \(10_000 + number)",
                    comment: "noun",
                    localizations: languages.map {
                        .init(name: $0, content: .unit(.init(value: "\($0) ਸੇਬ りんご \(number)")))
                    }
                )
            }
        )
        let bytes = catalog.bytes
        let file = try StringCatalogFile(bytes)
        #expect(file.catalog == catalog)
        var edited = catalog
        for index in stride(from: 0, to: count, by: 100) {
            edited.entries[index].localizations[3].content = .unit(.init(value: "edited"))
        }

        let again = try StringCatalogFile(file.bytes(with: edited))

        #expect(again.catalog == edited)
        #expect(again.bytes(with: catalog) == bytes)
    }

    private func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    }

    private func units(of catalog: StringCatalog) -> [(Int, Int)] {
        catalog.entries.enumerated().flatMap { entry, value in
            value.localizations.indices.map { (entry, $0) }
        }
    }

    /// The known parts of a catalog without their order.
    private func known(_ catalog: StringCatalog) -> [String: [String: StringCatalog.Content]] {
        var texts: [String: [String: StringCatalog.Content]] = [:]
        for entry in catalog.entries {
            texts[entry.key, default: [:]]["#"] = .unit(.init(value: entry.comment ?? "-"))
            for localization in entry.localizations {
                texts[entry.key]?[localization.name] = localization.content
            }
        }
        return texts
    }
}
