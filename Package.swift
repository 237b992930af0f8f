// swift-tools-version: 6.3
import PackageDescription

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let isForTests = Context.environment["OMENA_TESTING"] != nil

let unoptimised: SwiftSetting = .unsafeFlags(["-Onone"], .when(configuration: .release))

/// For modules that take longest to optimise and whose code is nowhere slow: the build for tests leaves them as they are.
let unoptimisedInTests = isForTests ? [unoptimised] : []

/// Makes passphrases quick to check, because tests enter hundreds of them, and lets tests break rules on purpose to see
/// that they notice.
let testHooks: [SwiftSetting] = isForTests ? [.define("OMENA_TESTING")] : []

/// A module with sources in `Sources/<name>` and tests in `Tests/<name>Tests`.
func module(
    _ name: String,
    _ dependencies: [Target.Dependency] = [],
    exclude: [String] = [],
    extraSettings: [SwiftSetting] = [],
    plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies,
        exclude: exclude,
        swiftSettings: settings + extraSettings,
        plugins: plugins
    )
}

/// Tests are checked as everything else is, but not optimised: compiling takes longer than they would save.
let testSettings = settings + [unoptimised]

/// The tests of one module; `needs` names what else they import.
func tests(_ name: String, needs: [Target.Dependency] = [], resources: Bool = false) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.init(stringLiteral: name)] + needs,
        resources: resources ? [.copy("Resources")] : [],
        swiftSettings: testSettings
    )
}

/// A C library of the distribution; exactly one module imports it, internally.
///
/// - Parameter pkgConfig: What names its flags; nil where the module's map says all.
func system(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
    .systemLibrary(
        name: name,
        path: "Sources/System/\(name)",
        pkgConfig: pkgConfig,
        providers: [.apt([apt])]
    )
}

/// Dependencies point down only (`Tests/ArchitectureTests` enforces it).
let package = Package(
    name: "Omena",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "omena", targets: ["omena"])],
    targets: [
        .executableTarget(
            name: "omena",
            dependencies: [
                "Server", "Sync", "Accounts", "AnkiConnect", "HTTP", "Exchange", "Library",
                "LibraryValues", "Lookup", "Pages", "Notes", "Languages", "RecallTraining",
                "Recall", "Vault", "SQLite", "Sodium",
                "Threads", "Fetch", "JSON", "Processes", "Fleet", "Postgres",
            ],
            // Not optimised: its commands call the modules below, and no other module can be compiled while this one is.
            swiftSettings: settings + [unoptimised],
            plugins: ["EmbedAssets"]
        ),
        module(
            "Server",
            [
                "Accounts", "AnkiConnect", "Pages", "Manual", "HTTP", "Exchange", "Fleet",
                "Library",
                "LibraryValues", "Lookup", "Sync", "Notes", "Languages", "Recall", "Vault",
                "Sodium",
                "JSON", "Threads", "Processes", "CQREncode",
            ],
            extraSettings: unoptimisedInTests
        ),
        module(
            "Pages",
            [
                "LibraryValues", "Manual", "Vault", "Notes", "Languages", "Recall", "JSON",
                "EmbeddedFiles", "Threads",
            ],
            exclude: ["Assets"],
            extraSettings: unoptimisedInTests
        ),
        module(
            "AnkiConnect",
            [
                "HTTP", "Library", "LibraryValues", "Markup", "Notes", "Languages", "Recall",
                "Vault", "Sodium", "JSON", "Threads",
            ],
            extraSettings: unoptimisedInTests
        ),
        module("Manual", ["Compression", "EmbeddedFiles"]),
        module("HTTP", ["Compression", "Threads", "CMicrohttpd", "CEpoll"]),
        module("Fetch", ["CCurl"]),
        module(
            "Library",
            [
                "LibraryValues", "Exchange", "Storage", "Markup", "Vault", "Notes", "Languages",
                "Recall", "RecallTraining", "SQLite", "Compression", "Sodium", "JSON", "Threads",
                "EmbeddedFiles",
            ]
        ),
        module(
            "Sync",
            ["Library", "LibraryValues", "Notes", "Languages", "Fetch", "JSON", "Sodium"]
        ),
        module("LibraryValues", ["Notes", "Languages", "Recall"]),
        module(
            "Exchange",
            [
                "LibraryValues", "Notes", "Languages", "Recall", "SQLite", "Compression", "XML",
                "JSON", "Threads", "Processes",
            ]
        ),
        module(
            "Accounts",
            ["Notes", "Postgres", "SQLite", "JSON", "Sodium", "Vault", "Threads"]
        ),
        module("Postgres", ["Threads"]),
        module(
            "Fleet",
            ["Library", "Notes", "Postgres", "Compression", "Sodium", "Threads"],
            extraSettings: testHooks
        ),
        module("Lookup", ["Notes", "Languages", "Fetch", "Compression", "JSON", "Threads"]),
        module(
            "Storage",
            ["Notes", "Languages", "Recall", "SQLite", "Sodium", "JSON", "Threads"],
            extraSettings: testHooks
        ),
        module("Markup", ["Notes", "CGumbo"]),
        module("Notes", ["Languages", "Recall", "JSON"]),
        module(
            "Languages",
            ["JSON", "EmbeddedFiles"],
            exclude: [
                "Interface/Interface.xcstrings", "LanguageAliases.txt", "LanguageNames.txt",
                "LikelyScripts.txt", "Transliteration/KanaWords.txt", "Transliteration/Pinyin.txt",
            ]
        ),
        // Without `-disable-cmo`, the module's interface would contain the files, for the optimiser of other modules.
        module(
            "EmbeddedFiles",
            extraSettings: [.unsafeFlags(["-disable-cmo"])],
            plugins: ["EmbedAssets"]
        ),
        module("RecallWeb", ["Recall"]),
        module("RecallTraining", ["Recall"]),
        module("Recall", extraSettings: [.treatWarning("EmbeddedRestrictions", as: .error)]),
        module(
            "Vault",
            ["SQLite", "Languages", "Sodium", "JSON", "Threads", "EmbeddedFiles", "CCrypto"],
            exclude: ["CommonPassphrases.txt"],
            extraSettings: testHooks
        ),
        module(
            "SQLite",
            ["Compression", "Threads", "CSQLite"],
            exclude: ["BTreeWriter/README.md"]
        ),
        module("Compression", ["Threads", "CIsal", "CZlib", "CZstd"]),
        module("JSON"),
        module("Sodium", ["CSodium"]),
        module("XML", ["CExpat"]),
        module("Threads"),
        module("Processes", ["CLinux"]),

        tests("Accounts", needs: ["Vault", "TestFolder"]),
        tests("Languages", needs: ["TestChance"], resources: true),
        tests("Notes", needs: ["Languages", "Recall", "TestChance"], resources: true),
        tests(
            "Exchange",
            needs: [
                "Library", "LibraryValues", "Notes", "Languages", "SQLite", "Compression",
                "TestFolder", "TestLibrary", "Threads",
            ]
        ),
        tests("HTTP", needs: ["Compression", "Threads"]),
        tests("Manual"),
        tests("Compression", needs: ["TestChance", "TestFolder"]),
        tests("JSON", needs: ["TestChance"]),
        tests("Lookup", needs: ["Notes", "Languages", "HTTP", "Fetch", "TestFolder", "Threads"]),
        tests("Threads"),
        tests("XML"),
        tests("Markup", needs: ["Notes"]),

        .systemLibrary(name: "CLinux", path: "Sources/System/CLinux"),
        .systemLibrary(name: "CEpoll", path: "Sources/System/CEpoll"),
        system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        system("CMicrohttpd", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
        system("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
        system("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        system("CIsal", pkgConfig: "libisal", apt: "libisal-dev"),
        system("CZstd", pkgConfig: "libzstd", apt: "libzstd-dev"),
        system("CGumbo", apt: "libgumbo-dev"),
        system("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
        system("CSodium", pkgConfig: "libsodium", apt: "libsodium-dev"),
        system("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        system("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),

        .plugin(name: "EmbedAssets", capability: .buildTool()),

        .executableTarget(
            name: "Agreement",
            dependencies: ["Recall"],
            path: "Tests/Agreement",
            exclude: ["agreement.js"],
            swiftSettings: settings
        ),

        .testTarget(name: "ArchitectureTests", swiftSettings: testSettings),
        tests(
            "Pages",
            needs: [
                "LibraryValues", "Manual", "Vault", "Notes", "Languages", "Recall", "JSON",
                "EmbeddedFiles",
            ]
        ),
        .target(
            name: "SessionPlay",
            dependencies: ["Recall"],
            path: "Tests/SessionPlay",
            swiftSettings: settings
        ),
        tests("Recall", needs: ["SessionPlay"], resources: true),
        tests("RecallTraining", needs: ["Recall", "Threads"], resources: true),
        .target(
            name: "FleetModel",
            dependencies: ["Fleet"],
            path: "Tests/FleetModel",
            swiftSettings: settings
        ),
        tests(
            "Fleet",
            needs: [
                "FleetModel", "Compression", "Library", "LibraryValues", "Notes", "TestFolder",
                "Threads",
            ]
        ),
        tests("Postgres"),
        .target(name: "TestChance", path: "Tests/TestChance", swiftSettings: settings),
        .target(
            name: "TestDatabase",
            dependencies: ["SQLite", "Threads"],
            path: "Tests/TestDatabase",
            swiftSettings: settings
        ),
        .target(
            name: "TestKey",
            dependencies: ["Vault", "SQLite"],
            path: "Tests/TestKey",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "TestLock",
            dependencies: ["Library", "Notes", "Vault"],
            path: "Tests/TestLock",
            swiftSettings: settings
        ),
        .target(name: "TestFolder", path: "Tests/TestFolder", swiftSettings: settings),
        .target(name: "TestMemory", dependencies: ["CSQLite"], path: "Tests/TestMemory"),
        .target(
            name: "TestLibrary",
            dependencies: [
                "Library", "LibraryValues", "Notes", "Languages", "TestChance", "TestFolder",
                "Threads",
            ],
            path: "Tests/TestLibrary",
            swiftSettings: settings
        ),
        tests(
            "SQLite",
            needs: ["TestChance", "TestDatabase", "TestFolder", "TestMemory", "Threads"]
        ),
        tests("Sodium"),
        tests(
            "Vault",
            needs: ["SQLite", "Sodium", "TestChance", "TestDatabase", "TestFolder", "Threads"]
        ),
        tests(
            "Storage",
            needs: [
                "Notes", "Languages", "Recall", "SQLite", "Sodium", "TestChance", "TestDatabase",
                "TestFolder", "TestKey", "Vault",
            ],
            resources: true
        ),
        tests(
            "AnkiConnect",
            needs: [
                "HTTP", "Library", "LibraryValues", "Notes", "Languages", "JSON", "TestFolder",
                "TestLibrary", "Threads",
            ]
        ),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Server", "Accounts", "AnkiConnect", "HTTP", "Exchange", "Library", "LibraryValues",
                "Pages",
                "Vault", "Notes",
                "Recall", "RecallTraining", "Compression", "SQLite", "Sync", "JSON", "TestChance",
                "Processes", "TestFolder", "TestLibrary", "Threads",
            ],
            exclude: ["Resources"],
            swiftSettings: testSettings
        ),
        tests(
            "Library",
            needs: [
                "LibraryValues", "Storage", "Notes", "Languages", "RecallTraining", "Recall",
                "SQLite",
                "TestChance", "TestFolder", "TestKey", "TestLibrary", "Vault", "Threads",
            ]
        ),
        // Apart from the other tests of `Library`, so that both are compiled at the same time.
        .testTarget(
            name: "LibrarySyncTests",
            dependencies: [
                "Library", "LibraryValues", "Storage", "Notes", "Languages", "Recall", "SQLite",
                "TestChance", "TestFolder", "TestLibrary", "Threads",
            ],
            swiftSettings: testSettings
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Only for `Scripts/fuzz.sh`: libFuzzer brings its own main, so an ordinary build could not link it.
if Context.environment["OMENA_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "Server", "AnkiConnect", "HTTP", "Pages", "Exchange", "Library", "Storage",
                "Lookup", "Markup", "Vault", "Notes", "Languages", "RecallTraining", "Recall",
                "SessionPlay", "Compression", "JSON", "LibraryValues", "Sync", "Threads",
                "SQLite", "Sodium", "TestFolder",
            ],
            path: "Tests/Fuzz",
            exclude: ["Corpus", "README.md"],
            swiftSettings: settings
        )
    )
}

// Only for `Benchmarks/run.sh`: tests do not need them.
if Context.environment["OMENA_BENCHMARKS"] != nil {
    package.targets += [
        .executableTarget(
            name: "EngineBenchmark",
            dependencies: ["RecallTraining", "Recall", "Threads"],
            path: "Benchmarks/fsrs/EngineBenchmark",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "DealBenchmark",
            dependencies: [
                "Pages", "Exchange", "Library", "LibraryValues", "Storage", "Notes", "Languages",
                "Recall", "SQLite",
            ],
            path: "Benchmarks/deal/DealBenchmark",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SearchBenchmark",
            dependencies: ["Library", "LibraryValues", "Storage", "Notes", "Recall", "SQLite"],
            path: "Benchmarks/search/SearchBenchmark",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "LockBenchmark",
            dependencies: ["Exchange", "Library", "LibraryValues", "Vault", "Notes", "Recall"],
            path: "Benchmarks/lock/LockBenchmark",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "LookupBenchmark",
            dependencies: ["Lookup"],
            path: "Benchmarks/lookup/LookupBenchmark",
            swiftSettings: settings
        ),
    ]
}
