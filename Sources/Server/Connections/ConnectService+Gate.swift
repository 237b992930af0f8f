import AnkiConnect

extension ConnectService.Dependencies {
    /// What the library that a lock protects offers.
    ///
    /// Programs ask all day, so what they do does not postpone the moment at which the library locks itself.
    init(
        _ lock: LibraryLock,
        clock: Clock,
        downloader: MediaDownloader,
        maintenance: Maintenance,
        report: @escaping @Sendable (String) -> Void
    ) {
        self.init(
            lease: { lock.lease(countsAsUse: false).map { (library: $0, lease: $1) } },
            now: clock.now,
            offset: { clock.withOffset(of: $0).offset() },
            uptime: clock.uptime,
            downloader: downloader,
            report: report,
            libraryChanged: { library in
                maintenance.libraryUsed(library)
                maintenance.libraryChanged(library)
            }
        )
    }
}
