import HTTP
import Languages
import Manual
import Notes
import Pages

/// The manual, which is served whether or not a library is open.
enum ManualAnswers {
    /// `GET /help`.
    ///
    /// - Parameter isInside: Whether the library is open for the browser.
    static func chapters(
        search: String?,
        isInside: Bool = false,
        settings: StudySettings = StudySettings()
    ) -> Response {
        .page(HelpPage(query: search, isInside: isInside, settings: settings))
    }

    /// `GET /help/{chapter}`.
    ///
    /// - Parameter isInside: Whether the library is open for the browser.
    static func chapter(
        _ name: String,
        isInside: Bool = false,
        settings: StudySettings = StudySettings()
    ) throws(HTTPError) -> Response {
        guard let chapter = Chapter.named(name) else {
            throw HTTPError(.notFound, "The manual has no such chapter.")
        }
        return .page(ChapterPage(chapter: chapter, isInside: isInside, settings: settings))
    }
}
