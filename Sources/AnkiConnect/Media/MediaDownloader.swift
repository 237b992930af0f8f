/// Downloads pictures and sounds for programs.
package struct MediaDownloader: Sendable {
    /// Downloads from an address.
    ///
    /// `isLocalAllowed` tells whether it may lead to this computer or its network, also by a redirect. It throws with words
    /// for whoever wrote the address.
    package let download:
        @Sendable (_ address: String, _ isLocalAllowed: Bool) throws(MediaDownloadError) -> [UInt8]

    package init(
        download: @escaping @Sendable (String, Bool) throws(MediaDownloadError) -> [UInt8]
    ) {
        self.download = download
    }

    package static let none = MediaDownloader { _, _ throws(MediaDownloadError) in
        throw MediaDownloadError("downloads are not available")
    }

    /// The most bytes of a picture or sound.
    package static let largest = 64 << 20
}

package struct MediaDownloadError: Error, Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }
}
