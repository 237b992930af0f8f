import HTTP
import Languages
import Library
import LibraryValues
import Pages

extension Application {
    /// `POST /backups`: the button of the settings page.
    func makeBackup() throws -> Response {
        _ = try library.backUp(.asked)
        return .redirect(to: Route.settings().path + "#backups").cached(.never)
    }

    /// `GET /backups/{name}`.
    func askBeforeRestoring(_ name: BackupName) throws -> Response {
        guard let backup = try library.backups().first(where: { $0.name == name }) else {
            throw HTTPError(.notFound, "This backup no longer exists.")
        }
        let page = RestorePage(
            backup: backup,
            time: MomentFormatter(now: clock.now(), offset: clock.offset()),
            settings: try library.settings()
        )
        return .page(page)
    }

    /// `POST /backups/{name}`.
    func restore(_ name: BackupName) throws -> Response {
        _ = try library.restore(name)
        return .redirect(to: .home)
    }
}
