/// Whose pages are rendered on a server of several learners.
package enum PageLearner {
    /// What the learner is called; nil on the server of a single learner.
    @TaskLocal package static var title: String?
}
