/// Where a learner's pages are on a server of several learners.
package enum SiteBase {
    /// The path before all addresses that are written now, such as "/~anna"; empty on the server of a single learner.
    @TaskLocal package static var path = ""
}
