internal import FoundationEssentials
internal import Library
internal import LibraryValues

/// A picture or sound that a program sends, or tells where to find.
struct SentMedium {
    private let parameters: ConnectParameters
    let name: MediaFileName
    /// The fields that should show it.
    let fields: [String]
    let replaces: Bool

    /// - Parameter replaces: Whether a file of that name is replaced unless the program says otherwise.
    init(_ parameters: ConnectParameters, replaces: Bool) throws(ConnectError) {
        self.parameters = parameters
        name = MediaFileName(try parameters.text("filename"))
        fields = parameters.has("fields") ? try parameters.texts("fields") : []
        self.replaces = try parameters.flag("deleteExisting", default: replaces)
    }

    /// Reads its content; nil if the program wants this content skipped.
    func content(for call: ConnectCall) throws(ConnectError) -> [UInt8]? {
        let content: [UInt8]
        if let data = try parameters.text(ifGiven: "data") {
            guard let decoded = Data(base64Encoded: data, options: .ignoreUnknownCharacters) else {
                throw ConnectError("the data is not valid base64")
            }
            content = Array(decoded)
        } else if let path = try parameters.text(ifGiven: "path") {
            guard call.client.permissions.contains(.readsFiles) else {
                throw ConnectError("this program may not read files; allow it in Omena’s settings")
            }
            content = try LocalFile.content(of: path)
        } else if let address = try parameters.text(ifGiven: "url") {
            content = try Self.download(address, for: call)
        } else {
            throw ConnectError("You must provide a \"data\", \"path\", or \"url\" field.")
        }
        if let skipped = try parameters.text(ifGiven: "skipHash"),
            skipped.lowercased() == MD5.text(of: content)
        {
            return nil
        }
        return content
    }

    /// Stores it, and returns the name that it got; nil if it is skipped.
    func store(for call: ConnectCall) throws -> String? {
        guard let content = try content(for: call) else { return nil }
        return try call.library.storeMedium(
            content,
            named: name.text,
            replaces: replaces,
            by: call.author
        )
    }

    private static func download(
        _ address: String,
        for call: ConnectCall
    ) throws(ConnectError) -> [UInt8] {
        let permissions = call.client.permissions
        guard permissions.contains(.downloads) || permissions.contains(.downloadsLocally) else {
            throw ConnectError(
                "this program may not have files downloaded; allow it in Omena’s settings"
            )
        }
        do throws(MediaDownloadError) {
            return try call.service.dependencies.downloader.download(
                address,
                permissions.contains(.downloadsLocally)
            )
        } catch {
            throw ConnectError(error.text)
        }
    }
}
