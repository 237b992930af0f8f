/// Whether pages show a library with a lock, so that browsers must not cache them.
package enum PageLock {
    /// Set while a page of such a library is rendered.
    @TaskLocal package static var isOn = false
}
