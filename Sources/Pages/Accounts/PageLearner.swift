/// Whose pages are rendered on a server of several learners.
package enum PageLearner {
    /// What the learner is called; nil on the server of a single learner.
    @TaskLocal package static var title: String?
    /// New editions of decks that the learner has from classes, for the home page.
    @TaskLocal package static var news: [ClassNews] = []
}
