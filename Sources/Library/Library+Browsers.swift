package import LibraryValues
internal import Notes
internal import Sodium
internal import Storage

extension Library {
    /// Pairs a browser on another device and returns the token that it shows from now on; only its hash is kept.
    package func pair(name: String) throws(LibraryError) -> String {
        let token = Token()
        try translatingErrors {
            try database.write {
                try $0.insertBrowser(
                    name: name,
                    tokenDigest: Digest(of: token.text.utf8).bytes,
                    at: now()
                )
            }
        }
        return token.text
    }

    /// Whether a browser was given that token.
    package func isPaired(token: String) throws(LibraryError) -> Bool {
        try browser(token: token) != nil
    }

    /// The number of the browser that was given that token; when it was last here is noted to the hour.
    package func browser(token: String) throws(LibraryError) -> BrowserNumber? {
        let digest = Digest(of: token.utf8).bytes
        return try translatingErrors {
            guard let browser = try database.read({ try $0.browser(tokenDigest: digest) }) else {
                return nil
            }
            let moment = now()
            if moment.milliseconds - browser.seen.milliseconds > 3_600_000 {
                try database.write { try $0.recordUse(of: browser, at: moment) }
            }
            return BrowserNumber(rawValue: browser.number)
        }
    }

    /// All browsers that were let in, those that were here last first.
    package func pairedBrowsers() throws(LibraryError) -> [PairedBrowser] {
        try translatingErrors {
            try database.read { try $0.browsers() }.map(PairedBrowser.init)
        }
    }

    /// Sends a browser away, whose token opens nothing from now on; false where there is no such browser.
    package func unpair(_ browser: BrowserNumber) throws(LibraryError) -> Bool {
        try translatingErrors { try database.write { try $0.deleteBrowser(browser.rawValue) } }
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
