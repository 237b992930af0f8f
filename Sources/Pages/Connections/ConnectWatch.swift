/// Whether programs can reach the library, so that pages look every few seconds for what they want.
package enum ConnectWatch {
    /// Set while a page of such a library is rendered.
    @TaskLocal package static var isOn = false
}
