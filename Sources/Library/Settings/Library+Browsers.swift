package import LibraryValues
internal import Notes
internal import Sodium
internal import Storage

extension Library {
    /// Pairs a browser on another device and returns the token that it presents from now on; only its hash is stored.
    package func pair(name: String) throws(LibraryError) -> String {
        let token = Token()
        try write {
            try $0.insertBrowser(
                name: name,
                tokenDigest: Digest(of: token.text.utf8).bytes,
                at: now()
            )
        }
        return token.text
    }

    /// The browser with that token; the time of its last request is stored to the hour.
    package func browser(token: String) throws(LibraryError) -> BrowserNumber? {
        let digest = Digest(of: token.utf8).bytes
        return try translatingErrors {
            guard let browser = try database.read({ try $0.browser(tokenDigest: digest) }) else {
                return nil
            }
            let moment = now()
            if moment.milliseconds - browser.seen.milliseconds > 3_600_000 {
                // Not if that had to wait, because requests are admitted on threads that must not.
                try database.writeIfFree { try $0.recordUse(of: browser, at: moment) }
            }
            return BrowserNumber(rawValue: browser.number)
        }
    }

    /// All paired browsers, the most recently active first.
    package func pairedBrowsers() throws(LibraryError) -> [PairedBrowser] {
        try read { try $0.browsers() }.map(PairedBrowser.init)
    }

    /// Removes a browser, whose token is invalid from now on; false where there is no such browser.
    package func unpair(_ browser: BrowserNumber) throws(LibraryError) -> Bool {
        try write { try $0.deleteBrowser(browser.rawValue) }
    }
}

extension PairedBrowser {
    fileprivate init(_ row: BrowserRow) {
        self.init(
            number: BrowserNumber(rawValue: row.number),
            name: row.name,
            paired: row.paired,
            seen: row.seen
        )
    }
}
