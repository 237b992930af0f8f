import EmbeddedFiles
import FoundationEssentials

/// A file inside the executable that pages load: a style sheet, a script, an icon, or the engine.
package struct Asset: Hashable, Sendable {
    /// The path below `Assets`, which is also part of its address: `css/tokens.css`.
    package let name: String
    /// Changes with the content, so that it can serve as an `ETag`.
    package let hash: String
    package let contentType: String
    package let gzipped: [UInt8]

    /// Part of every asset's address; changes with any of them, so that browsers may cache them for ever.
    package static let version: String = {
        // FNV-1a over all names and hashes: it guards against mistakes, not against malice.
        var mixed: UInt64 = 0xCBF2_9CE4_8422_2325
        for asset in all {
            for byte in "\(asset.name)\n\(asset.hash)\n".utf8 {
                mixed = (mixed ^ UInt64(byte)) &* 0x100_0000_01B3
            }
        }
        let digits = String(mixed, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }()

    /// Nil where no asset has this name, or the address belongs to another build.
    package static func find(version: String, name: String) -> Asset? {
        version == Asset.version ? byName[name] : nil
    }

    static func route(_ name: String) -> Route { .asset(version: version, name: name) }

    /// The engine is last.
    static let all: [Asset] = (EmbeddedFiles.assets + pictures + EmbeddedFiles.engine).compactMap {
        file in
        guard let contentType = contentType(of: file.name),
            let content = Data(base64Encoded: file.base64.description)
        else { return nil }
        return Asset(
            name: file.name,
            hash: file.hash,
            contentType: contentType,
            gzipped: [UInt8](content)
        )
    }

    /// The manual's pictures, in a folder of their own.
    private static var pictures: [EmbeddedFiles.File] {
        EmbeddedFiles.manualPictures.map { (manualFolder + $0.name, $0.hash, $0.base64) }
    }

    /// Where the manual's pictures are.
    static let manualFolder = "manual/"

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    private static func contentType(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webp": "image/webp"
        case "wasm": "application/wasm"
        case "bin": "application/octet-stream"
        default: nil
        }
    }
}
