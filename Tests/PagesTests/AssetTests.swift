import EmbeddedFiles
import Testing

@testable import Pages

struct AssetTests {
    @Test func everyEmbeddedFileIsAnAsset() {
        #expect(
            Asset.all.count == EmbeddedFiles.assets.count + EmbeddedFiles.manualPictures.count
                + EmbeddedFiles.engine.count
        )
        #expect(Asset.all.allSatisfy { $0.gzipped.starts(with: [0x1F, 0x8B]) })
    }

    @Test func findsAssetsByTheirAddress() throws {
        for asset in Asset.all {
            #expect(Asset.find(version: Asset.version, name: asset.name) == asset)
            #expect(
                Route(
                    segments: ["assets", Asset.version]
                        + asset.name.split(separator: "/").map(String.init),
                    query: []
                )
                    == Asset.route(asset.name)
            )
        }
        #expect(Asset.find(version: "0000000000000000", name: "css/tokens.css") == nil)
        #expect(Asset.find(version: Asset.version, name: "css/none.css") == nil)
    }

    @Test func theEngineIsAnAsset() throws {
        let engine = try #require(Asset.find(version: Asset.version, name: "recall.wasm"))

        #expect(engine.contentType == "application/wasm")
        #expect(engine.gzipped.count < 60_000)
    }

    /// Only maps load it, and the worker of a learner who has none caches it never.
    @Test func theWorldOfTheMapsIsAnAsset() throws {
        let world = try #require(Asset.find(version: Asset.version, name: "world.bin"))
        let worker = String(decoding: ServiceWorker().render(), as: UTF8.self)
        let address = "\"\(Asset.route("world.bin").path)\""

        #expect(world.contentType == "application/octet-stream")
        #expect((100_000..<300_000).contains(world.gzipped.count))
        let optional = worker.prefixMatch(of: /(?s).*?optional: \[([^\]]*)\]/)?.1
        #expect(optional?.contains(address) == true)
        #expect(worker.split(separator: address, omittingEmptySubsequences: false).count == 2)
    }
}
