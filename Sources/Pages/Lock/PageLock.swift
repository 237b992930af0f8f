/// Whether pages are of a library that has a lock, so that browsers keep nothing of them.
package enum PageLock {
    /// So it is while a page of such a library is made.
    @TaskLocal package static var isOn = false
}
